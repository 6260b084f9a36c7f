import type { Page } from '@playwright/test'

/**
 * Returns the texts of a page in which an exclamation mark after Arabic words stands to their right, and so before them, with the
 * element that they are in. Each text must fit in a line.
 */
export async function findMisdirected(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const misdirected = new Set<string>()
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		const placeOf = (node: Node, index: number) => {
			const range = document.createRange()
			range.setStart(node, index)
			range.setEnd(node, index + 1)
			return range.getBoundingClientRect()
		}
		for (let node = walker.nextNode(); node; node = walker.nextNode())
			for (const { 0: words, index } of (node.nodeValue ?? '').matchAll(/[\u0600-\u06ff][^!]*!/g)) {
				const first = placeOf(node, index)
				const mark = placeOf(node, index + words.length - 1)
				const element = node.parentElement
				if (first.width > 0 && Math.abs(first.top - mark.top) < 2 && mark.left > first.left)
					misdirected.add(`${element?.closest('[class]')?.outerHTML.slice(0, 120)}: ${node.nodeValue?.slice(0, 80)}`)
			}
		for (const field of document.querySelectorAll('input, textarea'))
			if (getComputedStyle(field).unicodeBidi !== 'plaintext') misdirected.add(field.outerHTML)
		return [...misdirected]
	})
}
