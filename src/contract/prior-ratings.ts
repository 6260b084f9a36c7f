/** In the order by rating, each game counts as if it had so many more ratings, of the mean of all. */
export const PRIOR_RATINGS = 10
