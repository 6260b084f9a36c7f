// `npm run screens:app`: takes screenshots of the app's main screens, on an iPhone in the light theme and on an Android phone
// in the dark theme, into docs/screens/app. `npm run screens:app -- home` takes only those whose names start with "home".

import { mkdir, stat, writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { serveAppFiles } from '#kit/browser/app-files.ts'
import { simulatePhone } from '#kit/browser/phone.ts'
import { countRequests } from '#kit/browser/ready.ts'
import { startDemoSite } from './demo-site.ts'
import { waitForIdlePage } from './idle-page.ts'
import { logInMember } from './member-session.ts'
import { type Addresses, screens } from './screen-list.ts'

const folder = new URL('../docs/screens/app/', import.meta.url)
const MAIN = ['home', 'games', 'game', 'review', 'review-form', 'profile', 'list', 'search', 'login', 'settings']
const PHONES = [
	{ system: 'ios', colorScheme: 'light', viewport: { width: 393, height: 852 }, bars: { top: 59, bottom: 34 } },
	{ system: 'android', colorScheme: 'dark', viewport: { width: 412, height: 915 }, bars: { top: 32, bottom: 24 } },
] as const
const QUALITY = 44
const MAX_BYTES = 1_000_000

const words = process.argv.slice(2)
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.startsWith(word))

await using files = await serveAppFiles()
await using demo = await startDemoSite({ APP_ORIGINS: files.origin })
await files.buildFor(demo.origin)
await mkdir(folder, { recursive: true })
const SIZES: number[] = []
for (const phone of PHONES) await captureAll(demo.browser, phone, demo.addresses)
const bytes = SIZES.reduce((sum, size) => sum + size, 0)
console.log(`${SIZES.length} pictures, ${Math.round(bytes / 1000)} kB, in docs/screens/app.`)
if (bytes > MAX_BYTES) throw new Error(`They are to be no more than ${MAX_BYTES / 1000} kB all together.`)

async function captureAll(
	browser: Browser,
	{ system, colorScheme, viewport, bars }: (typeof PHONES)[number],
	addresses: Addresses,
): Promise<void> {
	const touch = { isMobile: true, hasTouch: true, reducedMotion: 'reduce' } as const
	await using context = await browser.newContext({ baseURL: files.origin, colorScheme, viewport, ...touch })
	context.on('page', countRequests)
	await simulatePhone(context, { system })
	for (const isMembers of [false, true]) {
		if (isMembers) await context.setStorageState(await logInMember(demo.origin, files.origin))
		for (const screen of screens.filter(({ name }) => MAIN.includes(name) && isWanted(name))) {
			if ((screen.isMembers ?? false) !== isMembers) continue
			await capture(context, bars, `${screen.name}-${system}`, async (page) => {
				await page.goto(screen.path(addresses))
				await waitForIdlePage(page)
				await screen.prepare?.(page)
			})
		}
	}
	if (!isWanted('offline')) return
	await context.route(`${demo.origin}/**`, (route) => route.abort())
	await capture(context, bars, `offline-${system}`, async (page) => {
		await page.goto('/')
		await page.getByRole('heading', { name: 'No Connection' }).waitFor()
	})
}

async function capture(
	context: BrowserContext,
	{ top, bottom }: { top: number; bottom: number },
	name: string,
	open: (page: Page) => Promise<void>,
): Promise<void> {
	const page = await context.newPage()
	const session = await context.newCDPSession(page)
	await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, bottom } })
	await open(page)
	await waitForIdlePage(page)
	const file = new URL(`${name}.webp`, folder)
	const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
	await writeFile(file, await sharp(picture).webp({ quality: QUALITY, effort: 6 }).toBuffer())
	SIZES.push((await stat(file)).size)
	await page.close()
}
