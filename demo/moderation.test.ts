/**
 * Fills a site with the people and texts of the demo.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { listSuggestions } from '#contract/game-suggestions.ts'
import { createList } from '#contract/lists.ts'
import { listActions, listAppeals, listReports } from '#contract/moderation.ts'
import { storeGame } from '#kit/imported-games.ts'
import { type Player, startSite, writeReview } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { readContent } from './content.ts'
import { ADMIN, addModeration, MODERATOR } from './moderation.ts'

test('the demo has reports that wait, a log and an appeal, and its people exist', async () => {
	await using site = await startSite()
	const names = new Set(readContent().people.map(({ username }) => username))
	const people = new Map<string, Player>()
	const register = async (name: string) => {
		const player = await site.register(name)
		people.set(name, player)
		return player
	}
	for (const name of [
		...'lowtide ninedown rafa_m pocketlint torque_and_tea tobben lin_off_shift'.split(' '),
		MODERATOR,
		ADMIN,
	])
		await register(name)
	await writeReview(site, await register('gloamhound'))
	const { id: reviewId } = await writeReview(site, await register('kestrel'))
	await site.call(createComment, { body: { reviewId, content: 'Nonsense' } }, await register('two_credits'))
	await site.call(createList, { body: { title: 'Of next year' } }, await register('kofi_unpatched'))
	for (const name of ['day_one_dev', 'bananacreeper14']) await register(name)
	expect([...people.keys()].filter((name) => !names.has(name))).toEqual([])
	await storeGame(site)
	await addModeration(site.services)
	const moderator = people.get(MODERATOR)
	const { reports } = await site.call(listReports, { query: {} }, moderator)
	expect(reports.map(({ subject, author }) => [subject, author?.username])).toEqual([
		['review', 'gloamhound'],
		['comment', 'two_credits'],
		['list', 'kofi_unpatched'],
		['user', 'day_one_dev'],
	])
	const { actions } = await site.call(listActions, { query: {} }, moderator)
	expect(actions.map(({ action }) => action).sort()).toEqual(['dismiss', 'edit', 'edit', 'edit', 'warn'])
	const { suggestions } = await site.call(listSuggestions, { query: {} }, moderator)
	expect(suggestions.map(({ user }) => user?.username)).toEqual(['lowtide', 'tobben'])
	expect((await site.call(listAppeals, { query: {} }, moderator)).appeals).toMatchObject([{ canDecide: true }])
	expect(await recount(site.services.db)).toEqual([])
})
