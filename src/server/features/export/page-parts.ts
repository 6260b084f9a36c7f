import { splitSpoilers } from '#contract/spoiler-spans.ts'
import { coverPath, PORTRAIT_PATH } from './archive-paths.ts'
import { html, type Markup } from './markup.ts'

// As in web/ui/stars.tsx: both begin and end at the top of the star
const STAR = 'l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z'
const LEFT_HALF = 'v14.9l-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z'
const NEXT = 'm24 0'
const HUES = 12

/** The drawings of all ratings, for one place in a page. */
export const STAR_SYMBOLS = html`<svg class="symbols" aria-hidden="true">${Array.from({ length: 10 }, (_, n) => drawStars(n + 1))}</svg>`

function drawStars(halves: number): Markup {
	const full = Math.floor(halves / 2)
	const filled = [...Array<string>(full).fill(STAR), ...(halves % 2 === 1 ? [LEFT_HALF] : [])].join(NEXT)
	const empty = Array<string>(5 - full)
		.fill(STAR)
		.join(NEXT)
	return html`<symbol id="stars-${halves}" viewBox="0 0 120 24">${full < 5 && html`<path class="unlit" d="M${12 + 24 * full} 2.6${empty}"/>`}<path d="M12 2.6${filled}"/></symbol>`
}

/** A rating out of five; nothing without one. */
export const stars = (rating: number | null): Markup | null =>
	rating === null
		? null
		: html`<svg class="stars" role="img" aria-label="${rating} out of 5"><use href="#stars-${Math.round(rating * 2)}"/></svg>`

/** What pages know of the pictures beside them. */
export interface Pictures {
	covers: ReadonlySet<number>
	/** Whether there is a picture of the person. */
	hasPortrait: boolean
	/** The way to the folder of the archive: empty, or `../`. */
	root: string
}

/** A game's cover; its initials in a color of its own if the archive has none. The name is beside it. */
export function cover({ gameId, gameName }: { gameId: number; gameName: string }, { covers, root }: Pictures): Markup {
	return covers.has(gameId)
		? html`<span class="cover"><img src="${root}${coverPath(gameId)}" alt="" loading="lazy" width="300" height="400"></span>`
		: html`<span class="cover" data-hue="${hueOf(gameName)}" aria-hidden="true"><b>${initialsOf(gameName)}</b></span>`
}

/** A person's picture, or their initial. */
export const portrait = (username: string, { hasPortrait, root }: Pictures): Markup =>
	hasPortrait
		? html`<img class="portrait" src="${root}${PORTRAIT_PATH}" alt="" width="400" height="400">`
		: html`<span class="portrait" data-hue="${hueOf(username)}" aria-hidden="true">${username.slice(0, 1).toUpperCase()}</span>`

/** A text as it was written. A span that hides a spoiler opens on a press, as does a text that is one. */
export function personText(text: string, { isSpoiler = false, name = 'text' } = {}): Markup {
	const parts = splitSpoilers(text).map((part) =>
		part.isSpoiler
			? html`<details class="span"><summary>Spoiler</summary><span>${part.text}</span></details>`
			: html`<span>${part.text}</span>`,
	)
	const words = html`<div class="words" dir="auto">${parts}</div>`
	return isSpoiler
		? html`<details class="fold"><summary>Show the ${name}. It contains spoilers.</summary>${words}</details>`
		: words
}

/** A section with its heading; nothing without anything in it. */
export const heading = (id: string, title: string, note: string | null = null): Markup =>
	html`<div class="heading"><h2 id="${id}">${title}</h2>${note !== null && html`<p>${note}</p>`}</div>`

// The same for the same text
function hueOf(text: string): number {
	let hash = 7
	for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) >>> 0
	return hash % HUES
}

/** Returns up to three first letters of a name: `TLH` of The Lantern Hollow. */
function initialsOf(name: string): string {
	const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? []
	return words
		.slice(0, 3)
		.map((word) => Array.from(word)[0])
		.join('')
		.toUpperCase()
}
