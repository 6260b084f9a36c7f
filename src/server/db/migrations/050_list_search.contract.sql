drop index lists_search;
drop function hide_spans_from_search(integer);
