import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page as it stands, in both themes of the system; nothing moves meanwhile, nor afterwards. */
export async function axeFinds(page: Page): Promise<string[]> {
	const found: string[] = []
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		// even a change of no time takes a frame
		await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100)))
		const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
		for (const { id, nodes } of violations)
			for (const { target, failureSummary } of nodes)
				found.push(`${colorScheme}: ${id}: ${target.join(' ')}: ${failureSummary}`)
	}
	return found
}
