-- Whether an author is hidden is known from the index, for numbered pages and for counts.
create index reviews_newest_of_authors on reviews (created_at, id) include (user_id);
create index reviews_highest_rated_of_authors on reviews (half_stars, id) include (user_id);
create index reviews_of_game_newest_of_authors on reviews (game_id, created_at, id) include (user_id);
create index reviews_of_game_highest_rated_of_authors on reviews (game_id, half_stars, id) include (user_id);
create index review_counts_most_liked_of_authors on review_counts (likes, id) include (user_id);
create index review_counts_most_viewed_of_authors on review_counts (views, id) include (user_id);
create index review_counts_of_game_most_liked_of_authors on review_counts (game_id, likes, id) include (user_id);
create index review_counts_of_game_most_viewed_of_authors on review_counts (game_id, views, id) include (user_id);
