select redraw_games(2000) as remaining
