/** The number of placeholder hues; each has a rule in placeholder-hue.css. */
export const HUE_COUNT = 12

/** Returns the hue index of a placeholder, always the same for the same text. */
export function placeholderHue(text: string): number {
	let hash = 7
	for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) >>> 0
	return hash % HUE_COUNT
}
