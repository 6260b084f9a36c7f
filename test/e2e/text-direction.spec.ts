import type { Page } from '@playwright/test'
import { updateProfile } from '#contract/profile.ts'
import { celeste } from '#kit/browser/built-in-games.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, type Person, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findMisdirected } from '#kit/browser/text-direction.ts'
import { createTransport, type SiteProcess } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const TITLE = 'ألعابي المفضلة!'
const WORDS = 'لعبة جميلة جدا!'

/** Writes in every field that people have, from right to left, and returns the paths that show it. */
async function writeEverywhere(site: SiteProcess, moderator: Person) {
	const [writer, other] = [await registerPerson(site), await registerPerson(site)]
	const { username } = writer
	await call(createTransport(site, writer.tokens.accessToken), updateProfile, { body: { name: 'اسمي!', bio: WORDS } })
	await other.send('POST', '/follows', { followedId: writer.id })
	await writer.send('POST', '/follows', { followedId: other.id })
	const review = await writer.review(celeste, { description: WORDS })
	const comment = await writer.comment(review, WORDS)
	await other.send('POST', '/comments', { reviewId: review, content: WORDS, parentId: comment })
	const list = await writer.createList({ title: TITLE, description: WORDS, games: [{ gameId: 7, notes: WORDS }] })
	await other.send('POST', '/comments', { listId: list, content: WORDS })
	await other.send('POST', `/lists/${list}/like`)
	await other.send('POST', `/reviews/${review}/like`)
	await writer.send('POST', '/library/12/plays', { endedOn: '2026-11-20', outcome: 'finished', note: WORDS })
	await writer.send('POST', '/library/12/sessions', { day: '2026-11-20', minutes: 60, note: WORDS })
	await writer.send('PUT', '/reviews/drafts/21', { description: WORDS, containsSpoilers: false, version: null })
	const removed = await other.createList({ title: TITLE, description: WORDS })
	await writer.send('POST', '/reports', { subject: 'list', subjectId: removed, reason: 'other', text: WORDS })
	await other.send('POST', '/reports', { subject: 'review', subjectId: review, reason: 'other', text: WORDS })
	await other.send('POST', '/reports', { subject: 'list', subjectId: list, reason: 'other', text: WORDS })
	await other.send('POST', '/reports', { subject: 'user', subjectId: writer.id, reason: 'other', text: WORDS })
	await moderator.send('POST', '/moderation/actions', {
		action: 'remove',
		subject: 'list',
		subjectId: removed,
		reason: 'spam',
		note: WORDS,
	})
	return {
		writer,
		other,
		list: `/list/${list}`,
		shared: [
			'/',
			'/?period=week',
			'/games',
			`/games/${celeste}`,
			'/games/7',
			'/games/12',
			'/reviews',
			`/reviews/${review}`,
			'/users',
			'/lists',
			`/profile/${username}`,
			`/${username}/reviews`,
			`/${username}/lists`,
			`/${username}/lists?search=${TITLE}`,
			`/${username}/games`,
			`/${username}/diary`,
			`/${username}/stats`,
			`/${username}/year/2026`,
			`/list/${list}`,
			`/search?query=${TITLE}`,
			`/search?query=${username}&tab=users`,
		],
		own: [
			'/feed',
			'/settings',
			'/games/21',
			'/games/21/review',
			`/games/${celeste}/review?edit=${review}`,
			'/list',
			`/list/edit/${list}`,
		],
	}
}

async function expectDirections(page: Page, paths: readonly string[]): Promise<void> {
	for (const path of paths)
		await test.step(path, async () => {
			await visit(page, path)
			expect.soft(await findMisdirected(page), path).toEqual([])
		})
}

test('what people write from right to left ends on the left, on every page', { tag: '@ci' }, async ({ page, site }) => {
	test.slow()
	const moderator = await registerWithRole(site, 'admin')
	const { writer, other, list, shared, own } = await writeEverywhere(site, moderator)
	await page.setContent(`<p class="x">${WORDS}</p><input>`)
	expect(await findMisdirected(page)).toHaveLength(2)
	await expectDirections(page, shared)
	await logIn(page, site, writer)
	await expectDirections(page, [...shared, ...own])
	await logIn(page, site, other)
	await expectDirections(page, ['/', '/feed', '/list'])
	await page.getByRole('button', { name: 'Notifications' }).click()
	await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first()).toBeVisible()
	expect.soft(await findMisdirected(page), 'notifications').toEqual([])
	await page.keyboard.press('Escape')
	await visit(page, list)
	await page
		.getByRole('button', { name: /^More about/ })
		.first()
		.click()
	await page.getByRole('button', { name: /^Report the list/ }).click()
	await expect(page.getByRole('dialog').getByRole('heading', { name: TITLE })).toBeVisible()
	expect.soft(await findMisdirected(page), 'report').toEqual([])
	await logIn(page, site, moderator)
	await expectDirections(page, ['/admin/reports', '/admin/log', '/admin/appeals', '/admin/people'])
})
