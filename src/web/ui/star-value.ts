/** Returns the rating at `offset` px in a row of stars `width` px wide. A star's left half counts as half a star. */
export function starValueAt(offset: number, width: number): number {
	const halves = Math.ceil((offset / width) * 10)
	return Math.min(10, Math.max(1, halves)) / 2
}

/** Formats a rating: 'No rating yet', 'Half a star', '3.5 stars'. */
export function formatRating(rating: number): string {
	if (rating === 0) return 'No rating yet'
	if (rating === 0.5) return 'Half a star'
	return rating === 1 ? '1 star' : `${rating} stars`
}
