// Every way of waiting that lint forbids in tests, each under a suppression: lint fails for one that suppresses
// nothing, and so proves that the rules fire.

// biome-ignore lint/style/noRestrictedImports: proves that the rule fires
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'

export async function waitForTime(page: Page): Promise<void> {
	// biome-ignore lint/nursery/noPlaywrightWaitForTimeout: proves that the rule fires
	await page.waitForTimeout(1)
	// biome-ignore lint/nursery/noPlaywrightNetworkidle: proves that the rule fires
	await page.waitForLoadState('networkidle')
	// biome-ignore lint/plugin: proves that the rule fires
	await new Promise((resolve) => setTimeout(resolve, 1))
	// biome-ignore lint/plugin: proves that the rule fires
	await new Promise<void>((resolve) => {
		setTimeout(resolve, 1)
	})
	await sleep(1)
}

export async function readOnce(page: Page): Promise<void> {
	// biome-ignore lint/plugin: proves that the rule fires
	expect(await page.getByRole('link').count()).toBe(1)
	// biome-ignore lint/plugin: proves that the rule fires
	expect(await page.evaluate(() => scrollY)).toBe(0)
	// biome-ignore lint/nursery/noPlaywrightMissingAwait: proves that the rule fires
	expect(page.getByRole('link')).toBeVisible()
}
