package app.savepoint;

import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        // The pages themselves keep clear of the system's bars.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
        // Until the first page is painted.
        getBridge().getWebView().setBackgroundColor(getColor(R.color.ground));
    }
}
