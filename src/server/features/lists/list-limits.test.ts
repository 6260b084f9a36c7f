import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { createList, deleteList, TOO_MANY_LISTS, updateList } from '#contract/lists.ts'
import { getUser } from '#contract/users.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

test('an account can have at most a thousand lists, even if it creates several at once', async () => {
	await using site = await startSite()
	const player = await site.register()
	// As if 999 existed
	await sql`update user_counts set list_count = ${LIMITS.listsPerAccount - 1} where id = ${player.user.id}`.execute(
		site.services.db,
	)
	const create = () => site.call(createList, { body: { title: 'The last' } }, player)
	const outcomes = await Promise.allSettled([create(), create(), create()])
	const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []))
	expect(created).toHaveLength(1)
	const refusal = await site.refusal(createList, { body: { title: 'One more' } }, player)
	expect([refusal.status, refusal.code, refusal.message]).toEqual([400, 'too_many_lists', TOO_MANY_LISTS.error])
	expect((await site.call(getUser, { params: { id: player.user.id } })).listCount).toBe(LIMITS.listsPerAccount)
	await site.call(deleteList, { params: { id: created[0] ?? '' } }, player)
	await create()
})

test('how much an account writes per hour is limited, per account, until the hour is over', {
	tags: ['ci'],
}, async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const [player, other] = [await site.register(), await site.register()]
	const list = await site.call(createList, { body: { title: 'Mine' } }, player)
	const bytes = 3.5 * 1024 * 1024
	const lots = Math.floor(LIMITS.writtenBytesPerHour / bytes)
	// Refused requests count too
	for (let n = 0; n < lots; n++) expect((await put(site, list.id, bytes, player)).statusCode).toBe(400)
	const refused = await put(site, list.id, bytes, player)
	expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_much_written'])
	expect(Number(refused.headers['retry-after'])).toBe(3_600)
	// A short request is still accepted
	await site.call(updateList, { params: { id: list.id }, body: { title: 'Renamed' } }, player)
	expect((await put(site, list.id, bytes, other)).statusCode).toBe(400)
	site.time.now += 3_600_000
	const { tokens } = (await site.app
		.inject({
			method: 'POST',
			url: '/api/auth/refresh-token',
			payload: { refreshToken: player.refreshToken },
		})
		.then((answer) => answer.json())) as { tokens: Player }
	expect((await put(site, list.id, bytes, { ...player, ...tokens })).statusCode).toBe(400)
})

function put(site: TestSite, id: string, bytes: number, player: Player) {
	return site.app.inject({
		method: 'PUT',
		url: updateList.url.replace(':id', id),
		headers: { authorization: `Bearer ${player.accessToken}` },
		payload: { title: 'Long', description: 'x'.repeat(bytes) },
	})
}

test('writing whole lists has its own limit, lower than that of other writes', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const player = await site.register()
	const list = await site.call(createList, { body: { title: 'Mine' } }, player)
	const answer = await put(site, list.id, 10, player)
	expect([answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']]).toEqual(['30', '28'])
})
