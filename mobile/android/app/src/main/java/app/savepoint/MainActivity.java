package app.savepoint;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
