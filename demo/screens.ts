// `npm run screens`: takes screenshots of every screen in both themes, on desktop and phone, into docs/screens.
// `npm run screens -- home list` takes only those whose names start with one of the words.

import { mkdir, stat, writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { countRequests } from '#kit/browser/ready.ts'
import { startDemoSite } from './demo-site.ts'
import { waitForIdlePage } from './idle-page.ts'
import { logInMember } from './member-session.ts'
import { ADMIN, MODERATOR } from './moderation.ts'
import { type Addresses, type Screen, screens } from './screen-list.ts'

const folder = new URL('../docs/screens/', import.meta.url)
const THEMES = [
	{ name: 'night', colorScheme: 'dark' },
	{ name: 'day', colorScheme: 'light' },
] as const
const SIZES = [
	{ name: '', viewport: { width: 1280, height: 900 } },
	{ name: '-phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const
const QUALITY = 44
const MAX_BYTES = 6_000_000

const words = process.argv.slice(2)
const wanted = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))

await using demo = await startDemoSite({}, { withComponents: wanted.some(({ name }) => name === 'components') })
await captureAll(demo.browser, demo.origin, demo.addresses)

async function captureAll(browser: Browser, origin: string, addresses: Addresses): Promise<void> {
	await mkdir(folder, { recursive: true })
	let bytes = 0
	let count = 0
	for (const { name: theme, colorScheme } of THEMES)
		for (const { name: size, ...device } of SIZES) {
			console.log(`${theme}${size}…`)
			const options = { baseURL: origin, colorScheme, reducedMotion: 'reduce', ...device } as const
			const visitor = await browser.newContext(options)
			const member = await browser.newContext({ ...options, storageState: await logInMember(origin) })
			const moderator = await browser.newContext({
				...options,
				storageState: await logInMember(origin, origin, MODERATOR),
			})
			const admin = await browser.newContext({ ...options, storageState: await logInMember(origin, origin, ADMIN) })
			for (const context of [visitor, member, moderator, admin]) context.on('page', countRequests)
			for (const screen of wanted) {
				const file = new URL(`${screen.name}-${theme}${size}.webp`, folder)
				const staff = screen.isAdmins ? admin : screen.isModerators ? moderator : undefined
				await capture(staff ?? (screen.isMembers ? member : visitor), screen, addresses, file)
				bytes += (await stat(file)).size
				count++
			}
			await visitor.close()
			await member.close()
			await moderator.close()
			await admin.close()
		}
	console.log(`${count} pictures, ${Math.round(bytes / 1000)} kB, in docs/screens.`)
	if (bytes > MAX_BYTES) throw new Error(`All pictures together must not exceed ${MAX_BYTES / 1000} kB.`)
}

async function capture(context: BrowserContext, screen: Screen, addresses: Addresses, file: URL): Promise<void> {
	const page = await context.newPage()
	await page.goto(screen.path(addresses))
	await waitForIdlePage(page)
	await screen.prepare?.(page)
	if (screen.prepare) await waitForIdlePage(page)
	const picture = await page.screenshot({
		animations: 'disabled',
		caret: 'hide',
		fullPage: screen.isWhole ?? false,
	})
	await writeFile(file, await sharp(picture).webp({ quality: QUALITY, effort: 6 }).toBuffer())
	await page.close()
}
