import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { waitForRendering } from './ready.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns the violations that axe finds on the current page: all rules in the dark theme, and the color-dependent ones in
 * the light theme. Switches the theme in place.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
	const dark = await findings(page, 'dark', TAGS)
	const light = await findings(page, 'light', { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })
	return [...dark, ...light]
}

/** Returns the violations of some rules in the theme that the page has. */
export async function findRuleViolations(page: Page, rules: string[]): Promise<string[]> {
	return findings(page, 'dark', { type: 'rule', values: rules })
}

async function findings(page: Page, colorScheme: 'dark' | 'light', runOnly: RunOptions['runOnly']): Promise<string[]> {
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
	await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
	await waitForRendering(page)
	// Transitions of colors, but no endless animations
	await page.evaluate(() =>
		Promise.allSettled(
			document.getAnimations().flatMap((animation) => (animation instanceof CSSTransition ? [animation.finished] : [])),
		),
	)
	// Inject its 1 MB source only once per page
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
	const { violations } = await page.evaluate(
		(options) => (window as unknown as { axe: typeof axe }).axe.run(document, options) as Promise<AxeResults>,
		// Reporting passes, too, would double the time
		{ runOnly, resultTypes: ['violations'] } as RunOptions,
	)
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
	)
}
