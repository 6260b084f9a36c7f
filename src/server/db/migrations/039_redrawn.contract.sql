drop function redraw_games(integer);
drop table redrawn_games;
