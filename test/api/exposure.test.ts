/**
 * Every response, searched for what is private.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { createList } from '#contract/lists.ts'
import { createPlaySession } from '#contract/plays.ts'
import { updateProfile } from '#contract/profile.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { createToken } from '#contract/tokens.ts'
import { startSite } from '#kit/site.ts'

const PRIVATE =
	/^(e-?mail|emailKey|email_key|password|passwordHash|password_hash|tokens?|accessToken|refreshToken|hash|ip|address)$/i

/** Only admins may call it, and each call is recorded. */
const ADMINS_SEARCH = 'get /api/admin/people email'

test("only endpoints for the caller's own account can return an e-mail address, a password or a token", {
	tags: ['trust-24'],
}, async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as { paths: Record<string, object> }
	const found = Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations as Record<string, { responses: object }>).flatMap(([method, { responses }]) =>
			[...propertiesOf(responses)].filter((name) => PRIVATE.test(name)).map((name) => `${method} ${path} ${name}`),
		),
	)
	expect(found.length).toBeGreaterThan(5)
	expect(found.filter((place) => !/ \/api\/(auth\/|tokens )/.test(place) && place !== ADMINS_SEARCH)).toEqual([])
})

test('no response contains another user\u2019s e-mail address, name, password or tokens', {
	tags: ['trust-24'],
}, async () => {
	await using site = await startSite()
	const [owner, other] = [await site.register('shy_owner'), await site.register('curious')]
	await site.call(updateProfile, { body: { name: 'Real Name', bio: 'For all to read' } }, owner)
	const { tokens } = await site.call(login, { body: { identifier: 'shy_owner', password: owner.password } })
	const { token } = await site.call(createToken, { body: { name: 'Script', scopes: ['read'] } }, owner)
	const gameId = await site.addGame()
	const review = { gameId, rating: 4, platform: 'PC', description: 'Ten letters and some more.' }
	const { id } = await site.call(createReview, { body: review }, owner)
	const comment = await site.call(createComment, { body: { reviewId: id, content: 'And a comment.' } }, owner)
	await site.call(likeReview, { params: { id } }, other)
	await site.call(follow, { body: { followedId: owner.user.id } }, other)
	await site.call(follow, { body: { followedId: other.user.id } }, owner)
	const list = await site.call(createList, { body: { title: 'A list', games: [{ gameId }] } }, owner)
	const params = { gameId: await site.addGame() }
	await site.call(saveLibraryEntry, { params, body: { status: 'playing', rating: 4, isWished: true } }, owner)
	await site.call(createPlaySession, { params, body: { day: '2026-11-20', minutes: 60 } }, owner)
	const { password_hash: hash } = await site.services.db
		.selectFrom('users')
		.select('password_hash')
		.where('id', '=', owner.user.id)
		.executeTakeFirstOrThrow()
	const secrets = [
		...[owner.user.email, 'Real Name', hash ?? 'argon2', owner.password],
		...[owner.accessToken, owner.refreshToken, tokens.accessToken, tokens.refreshToken, token],
	]

	const ids = [owner.user.id, 'shy_owner', id, comment.id, list.id, String(gameId)]
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as { paths: Record<string, object> }
	let answered = 0
	for (const [path, operations] of Object.entries(paths)) {
		if (!('get' in operations)) continue
		for (const value of ids)
			for (const asker of [undefined, other]) {
				const query = `query=shy&username=shy_owner&userId=${owner.user.id}&followedBy=${other.user.id}`
				const { statusCode, body } = await site.app.inject({
					url: `${path.replace(/\{\w+\}/g, value)}?${query}`,
					headers: asker ? { authorization: `Bearer ${asker.accessToken}` } : {},
				})
				if (statusCode === 200 && body.includes('shy_owner')) answered++
				expect([path, secrets.filter((secret) => body.includes(secret))]).toEqual([path, []])
			}
	}
	expect(answered).toBeGreaterThan(30)
})

/** The names of all properties in a schema, at any depth. */
function* propertiesOf(schema: unknown): Generator<string> {
	if (typeof schema !== 'object' || schema === null) return
	for (const [name, value] of Object.entries(schema)) {
		if (name === 'properties') yield* Object.keys(value as object)
		yield* propertiesOf(value)
	}
}
