/** How many hues placeholders come in; each has its rule in seed.css. */
export const HUE_COUNT = 12

/** The same hue for the same text, for pictures that are missing. */
export function hueOf(text: string): number {
	let hash = 7
	for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) >>> 0
	return hash % HUE_COUNT
}
