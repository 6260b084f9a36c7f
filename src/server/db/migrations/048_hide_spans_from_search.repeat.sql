select hide_spans_from_search(1000) as remaining
