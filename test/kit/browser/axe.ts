import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { waitForRendering } from './ready.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds on the page as it stands: every rule in the dark theme, and in the light one the rule that depends on
 * colors. The theme changes in place.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
	const dark = await findings(page, 'dark', TAGS)
	const light = await findings(page, 'light', { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })
	return [...dark, ...light]
}

async function findings(page: Page, colorScheme: 'dark' | 'light', runOnly: RunOptions['runOnly']): Promise<string[]> {
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
	// The colors change with it, some of them gradually
	await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
	await waitForRendering(page)
	// Its source has a megabyte, and a page is looked at several times
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
	const { violations } = await page.evaluate(
		(options) => (window as unknown as { axe: typeof axe }).axe.run(document, options) as Promise<AxeResults>,
		// To describe what is right as well costs as much again.
		{ runOnly, resultTypes: ['violations'] } as RunOptions,
	)
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
	)
}
