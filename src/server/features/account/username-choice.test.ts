import { expect, test } from 'vitest'
import { getProfile } from '#contract/profile-detail.ts'
import { getMe, logout, refreshTokens } from '#contract/session-tokens.ts'
import { checkUsername, getUsernameRequired, setUsername } from '#contract/sessions.ts'
import { clearUsername, startSite } from '#kit/site.ts'

test('an account that needs a username chooses one, once', async () => {
	await using site = await startSite()
	const player = await site.register('made_up_1')
	expect(await site.call(getUsernameRequired, {}, player)).toEqual({ success: true, needsUsernameSelection: false })
	await clearUsername(site, player)
	expect(await site.call(getUsernameRequired, {}, player)).toEqual({ success: true, needsUsernameSelection: true })

	const answer = await site.call(setUsername, { body: { username: ' Ann_1 ' } }, player)
	expect(answer.user).toMatchObject({ id: player.user.id, username: 'Ann_1', needsUsernameSelection: false })
	expect((await site.call(getProfile, { params: { username: 'ann_1' } })).id).toBe(player.user.id)
	expect((await site.call(checkUsername, { query: { username: 'made_up_1' } })).available).toBe(true)

	const refusal = await site.refusal(setUsername, { body: { username: 'Ann_2' } }, player)
	expect([refusal.status, refusal.code, refusal.message]).toEqual([
		400,
		'username_chosen',
		'This account already has a username',
	])
	expect((await site.call(getMe, {}, player)).user.username).toBe('Ann_1')
})

test('the session continues with the tokens from the response', async () => {
	await using site = await startSite()
	const player = await site.register()
	await clearUsername(site, player)
	const { tokens } = await site.call(setUsername, { body: { username: 'Ann' } }, player)
	expect((await site.call(getMe, {}, { ...player, ...tokens })).user.username).toBe('Ann')
	await site.call(refreshTokens, { body: { refreshToken: tokens.refreshToken } })
})

test.each([
	['ab', 400, 'Username must be at least 3 characters long'],
	['', 400, 'Username must be at least 3 characters long'],
	['a'.repeat(31), 400, 'Username must be 30 characters or less'],
	['Ann Smith', 400, 'Username can only contain letters, numbers, and underscores'],
	['Settings', 400, 'This username is reserved'],
	['TAKEN', 409, 'This username is already taken'],
])('%j cannot be chosen: %i %s', async (username, status, sentence) => {
	await using site = await startSite()
	await site.register('Taken')
	const player = await site.register()
	await clearUsername(site, player)
	const refusal = await site.refusal(setUsername, { body: { username } }, player)
	expect([refusal.status, refusal.message]).toEqual([status, sentence])
	expect((await site.call(getUsernameRequired, {}, player)).needsUsernameSelection).toBe(true)
})

test('only one of ten accounts that choose the same username concurrently gets it', async () => {
	await using site = await startSite()
	const players = await Promise.all(Array.from({ length: 10 }, () => site.register()))
	for (const player of players) await clearUsername(site, player)
	const outcomes = await Promise.all(
		players.map((player) =>
			site.call(setUsername, { body: { username: 'Wanted' } }, player).then(
				() => 'has it',
				(error: { code: string }) => error.code,
			),
		),
	)
	expect(outcomes.filter((outcome) => outcome === 'has it')).toHaveLength(1)
	expect(outcomes.filter((outcome) => outcome === 'username_taken')).toHaveLength(9)
})

test('a visitor and an ended session cannot choose a username', async () => {
	await using site = await startSite()
	const player = await site.register()
	await clearUsername(site, player)
	expect((await site.refusal(setUsername, { body: { username: 'Ann' } })).status).toBe(401)
	await site.call(logout, { body: { refreshToken: player.refreshToken } })
	expect((await site.refusal(setUsername, { body: { username: 'Ann' } }, player)).status).toBe(401)
})
