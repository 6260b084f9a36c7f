/** The rating at `offset` of a row of stars that is `width` wide: a star's left half is a half, its right half the whole. */
export function starValueAt(offset: number, width: number): number {
	const halves = Math.ceil((offset / width) * 10)
	return Math.min(10, Math.max(1, halves)) / 2
}

/** A rating in words: 'No rating yet', 'Half a star', '3.5 stars'. */
export function ratingWords(rating: number): string {
	if (rating === 0) return 'No rating yet'
	if (rating === 0.5) return 'Half a star'
	return rating === 1 ? '1 star' : `${rating} stars`
}
