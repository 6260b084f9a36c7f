drop function fold_searches(integer);
drop index review_search_unfolded;
drop index lists_unfolded;
drop index lists_searchable;
drop function searched_text(text);
