-- Whether somebody has reviewed a game, and what their reviews rate, is known from the index alone. The planner would read all reviews of a
-- game to find one, and all of a person's to sort them
drop index reviews_of_user_and_game;
create unique index reviews_of_user_and_game on reviews (user_id, game_id) include (id, state, half_stars) where state in ('published', 'withdrawn');
