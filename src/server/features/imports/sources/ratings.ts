/**
 * Reads a rating out of 5, 10 or 100 as stars: the nearest half star, halves up. Null for none, which a 0 is as well;
 * undefined if it cannot be read.
 */
export function readRating(value: unknown, scale: 5 | 10 | 100): number | null | undefined {
	const text = String(value ?? '')
		.trim()
		.slice(0, 40)
	if (/^(?:|-+|—|none|null|nan|n\/a|unrated)$/i.test(text)) return null
	// `8/10` and `45%` say their scale themselves
	const match = /^(\d{1,3}(?:[.,]\d{1,9})?) ?(?:\/ ?(5|10|100)|(%))?$/.exec(text)
	if (!match) return undefined
	const number = Number(match[1]?.replace(',', '.'))
	const best = match[3] ? 100 : Number(match[2] ?? scale)
	if (number > best) return undefined
	return number === 0 ? null : Math.max(0.5, Math.round((number * 10) / best) / 2)
}
