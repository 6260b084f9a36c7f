import type { Page } from '@playwright/test'

/** What a finger needs in both directions, in CSS pixels (WCAG 2.5.5), and what it can do with (2.5.8). */
const [FINGER, LEAST] = [44, 24]

/**
 * Returns what a finger can miss on a page: targets of which a press reaches less than 44 px across or along, from any of the
 * points that are tried. This is the rule and all of its exceptions:
 *
 * - Links in a sentence, whose line constrains them.
 * - The ten steps of a histogram share the width of a phone: each is as high as a finger and 24 px wide.
 * - What no finger reaches, because it is hidden or under something else.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
	return page.evaluate(
		([finger, least]) => {
			const isTarget = (element: Element) =>
				element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
				!element.closest('.visually-hidden, [inert]') &&
				// What is in a label is pressed by it
				!element.parentElement?.closest('label')
			const isInSentence = ({ localName, parentElement }: Element) =>
				localName === 'a' &&
				[...(parentElement?.childNodes ?? [])].some(
					(node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''),
				)
			/** What the points of a target lie in: for a link that fills a card, the card. */
			const findBox = (element: Element): DOMRect => {
				const { content, position } = getComputedStyle(element, '::after')
				let box: Element | null = element
				if (content !== 'none' && position === 'absolute')
					while (box && getComputedStyle(box).position === 'static') box = box.parentElement
				return (box ?? element).getBoundingClientRect()
			}
			const isHit = (element: Element, x: number, y: number) => {
				const hit = document.elementFromPoint(x, y)
				return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
			}
			const count = (isPart: (distance: number) => boolean) => {
				let distance = 0
				while (distance < finger && isPart(distance + 1)) distance++
				return distance
			}
			const small: string[] = []
			for (const element of document.querySelectorAll(
				'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, label:has(input:enabled)',
			)) {
				if (!isTarget(element) || isInSentence(element)) continue
				element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
				const { left, top, width, height } = findBox(element)
				const parts = [0.5, 0.1, 0.3, 0.7, 0.9]
				const reaches: [across: number, along: number][] = []
				const fits = ([across, along]: [number, number]) =>
					// A pixel that is cut by the point
					along >= finger - 1 && across >= (element.closest('[aria-label="Ratings by stars"]') ? least : finger - 1)
				for (const [x, y] of parts.flatMap((part) =>
					parts.map((down) => [left + part * width, top + down * height] as const),
				)) {
					if (!isHit(element, x, y)) continue
					const across = count((by) => isHit(element, x - by, y)) + count((by) => isHit(element, x + by, y)) + 1
					const along = count((by) => isHit(element, x, y - by)) + count((by) => isHit(element, x, y + by)) + 1
					reaches.push([across, along])
					if (fits([across, along])) break
				}
				const [across, along] = reaches.at(-1) ?? []
				if (across !== undefined && along !== undefined && !fits([across, along])) {
					const name = element.textContent?.trim().slice(0, 40) || element.getAttribute('aria-label')
					small.push(`${across} x ${along}: ${element.localName} “${name}” ${element.className}`)
				}
			}
			return small
		},
		[FINGER, LEAST] as const,
	)
}
