select fill_feed_order(500) as remaining
