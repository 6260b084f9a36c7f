import type { Page } from '@playwright/test'

/** The type table: the sizes of each face in px, with its weights. Titles and the home headline are fluid. */
const TYPE_TABLE: Readonly<Record<string, { sizes: readonly number[]; weights: readonly number[] }>> = {
	'Hanken Grotesk Variable': { sizes: [12, 13, 15, 16, 17], weights: [400, 600] },
	'Literata Variable': { sizes: [17, 18], weights: [400] },
	'Bricolage Grotesque Variable': { sizes: [17, 21, 28, 48], weights: [400, 700] },
}
const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))
const fluidSizes = (width: number) => [clamp(30, 24 + 0.018 * width, 44), clamp(34, 20.8 + 0.036 * width, 56)]
const MAX_WEIGHTS = 3
/** A page with fewer texts has not been rendered. */
const MIN_TEXTS = 5

interface Styles {
	face: string
	size: number
	weight: number
	text: string
}

/** The styles of all visible text, but for that of graphics. */
async function readStyles(page: Page): Promise<Styles[]> {
	return page.evaluate(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		const styles: Styles[] = []
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const element = node.parentElement
			const text = node.textContent?.trim().slice(0, 40)
			if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue
			if (element.closest('[aria-hidden="true"] [data-hue], [data-hue], option, script')) continue
			const { fontFamily, fontSize, fontWeight } = getComputedStyle(element)
			const face = fontFamily.split(',')[0]?.replaceAll('"', '') ?? ''
			styles.push({ face, size: Number.parseFloat(fontSize), weight: Number(fontWeight), text })
		}
		return styles
	})
}

/** Returns which texts of a page have a face, a size or a weight that is not in the type table, and whether it has too many weights. */
export async function findMisfits(page: Page): Promise<string[]> {
	const width = page.viewportSize()?.width ?? 0
	const styles = await readStyles(page)
	const misfits = styles.flatMap(({ face, size, weight, text }) => {
		const row = TYPE_TABLE[face]
		const sizes = [...(row?.sizes ?? []), ...(face.startsWith('Bricolage') ? fluidSizes(width) : [])]
		const isInTable = sizes.some((known) => Math.abs(known - size) < 0.05) && row?.weights.includes(weight)
		return isInTable ? [] : [`${text}: ${face} ${size} px ${weight}`]
	})
	const weights = new Set(styles.map(({ weight }) => weight))
	return [
		...misfits,
		...(weights.size > MAX_WEIGHTS ? [`Weights: ${[...weights]}`] : []),
		...(styles.length > MIN_TEXTS ? [] : [`Only ${styles.length} texts`]),
	]
}
