/** Converts a rating in half stars, as columns have it, to stars: 0.5 to 5. */
export function toStars<Rating extends number | null>(halfStars: Rating): Rating extends number ? number : null
export function toStars(halfStars: number | null): number | null {
	return halfStars === null ? null : halfStars / 2
}
