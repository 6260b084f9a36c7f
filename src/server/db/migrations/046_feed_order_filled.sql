-- Everyone's is known now.
drop function fill_feed_order(integer);
drop table feed_order_progress;
