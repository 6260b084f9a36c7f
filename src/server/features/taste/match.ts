/** What the ratings of two people have in common: sums over the games that both rated, of half stars above the middle. */
export interface SharedRatings {
	shared: number
	/** Of the products, and of the squares of each. */
	products: number
	squares: number
	otherSquares: number
}

/** The mean rating of people, 3.5 stars: above it somebody liked a game, and below it not. In half stars. */
export const MIDDLE = 7

/** The correlation of two people of whom nothing is known. */
export const MEAN_CORRELATION = 0.2
/** As many shared games as the mean weighs. */
export const MEAN_WEIGHT = 10
/** 95 of 100 intervals of this many standard errors have the true value. */
const STANDARD_ERRORS = 1.96

/**
 * Returns how alike two people rate, 0 to 100, and by how much that may be wrong, 0 to 50. The match is their correlation about the
 * middle of the scale, moved towards the mean as far as few games make it unsure. The uncertainty is half of the interval that Fisher's
 * transformation gives it. Needs more than three shared games.
 */
export function matchTastes({ shared, products, squares, otherSquares }: SharedRatings): {
	match: number
	uncertainty: number
} {
	const spread = Math.sqrt(squares * otherSquares)
	// Who rates everything in the middle says nothing about what they like
	if (spread === 0) return { match: toPercent(MEAN_CORRELATION), uncertainty: 50 }
	const correlation =
		(products / spread) * (shared / (shared + MEAN_WEIGHT)) + MEAN_CORRELATION * (MEAN_WEIGHT / (shared + MEAN_WEIGHT))
	const center = Math.atanh(correlation)
	const reach = STANDARD_ERRORS / Math.sqrt(shared - 3)
	const width = Math.tanh(center + reach) - Math.tanh(center - reach)
	return { match: toPercent(correlation), uncertainty: Math.round(25 * width) }
}

const toPercent = (correlation: number) => Math.round(50 + 50 * correlation)
