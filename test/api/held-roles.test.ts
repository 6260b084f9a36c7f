// Each call that needs a role, while that role is being taken away: a second of work for what a stolen or former admin could do.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reauthenticate } from '#contract/account.ts'
import { setRole } from '#contract/admin.ts'
import { keepPairApart, mergePair, startImport } from '#contract/admin-catalog.ts'
import { setBlockedWords } from '#contract/blocked-words.ts'
import { editGame, undoGameEdit } from '#contract/game-edits.ts'
import { decideSuggestion, suggestGame } from '#contract/game-suggestions.ts'
import { takeAction, takeBulkAction } from '#contract/moderation.ts'
import { decideRegistrations, refuseRegistrations } from '#contract/registration-requests.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { blockDomains, unblockDomain, updateSiteSettings } from '#contract/site-settings.ts'
import { registerAdmin } from '#kit/admin.ts'
import { storeGame } from '#kit/imported-games.ts'
import { countLockWaits } from '#kit/lock-waits.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'

const MINUTE_MS = 60_000
const NOBODY = '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c17'

/** What the calls act on. */
interface World {
	site: TestSite
	admin: Player
	member: Player
	games: [number, number]
}

const CALLS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
	'PUT /api/admin/people/{id}/role': ({ site, admin, member }) =>
		site.call(setRole, { params: { id: member.user.id }, body: { role: 'admin' } }, admin),
	'PUT /api/admin/settings': async ({ site, admin }) => {
		const { rulesVersion, ...settings } = await site.services.siteSettings.get()
		return site.call(updateSiteSettings, { body: { ...settings, name: 'Mine' } }, admin)
	},
	'POST /api/admin/domains': ({ site, admin }) =>
		site.call(blockDomains, { body: { domains: ['example.org'] } }, admin),
	'DELETE /api/admin/domains/{domain}': ({ site, admin }) =>
		site.call(unblockDomain, { params: { domain: 'example.org' } }, admin),
	'PUT /api/admin/blocked-words': ({ site, admin }) => site.call(setBlockedWords, { body: { words: ['hm'] } }, admin),
	'POST /api/admin/catalog/imports': ({ site, admin }) =>
		site.call(startImport, { body: { source: 'builtin' } }, admin),
	'POST /api/admin/catalog/pairs/merge': ({ site, admin, games: [keepId, mergeId] }) =>
		site.call(mergePair, { body: { keepId, mergeId } }, admin),
	'POST /api/admin/catalog/pairs/keep-apart': ({ site, admin, games: [oneId, otherId] }) =>
		site.call(keepPairApart, { body: { oneId, otherId } }, admin),
	'POST /api/admin/registrations': ({ site, admin }) =>
		site.call(decideRegistrations, { body: { ids: [NOBODY], decision: 'approve' } }, admin),
	'POST /api/admin/registrations/refusals': ({ site, admin }) =>
		site.call(refuseRegistrations, { body: { by: 'domain', value: 'trash.example' } }, admin),
	'POST /api/moderation/game-suggestions/{id}': async ({ site, admin, member }) => {
		const { id } = await site.call(suggestGame, { body: { name: 'Held Back' } }, member)
		return site.call(decideSuggestion, { params: { id }, body: { decision: 'refuse' } }, admin)
	},
	'PUT /api/moderation/games/{id}': async ({ site, admin }) =>
		site.call(editGame, { params: { id: await storeGame(site) }, body: { summary: 'Held.' } }, admin),
	'POST /api/moderation/games/{id}/edits/{editId}/undo': async ({ site, admin, member }) => {
		const id = await storeGame(site)
		await sql`update users set role = 'moderator' where id = ${member.user.id}`.execute(site.services.db)
		const { seen } = await site.call(editGame, { params: { id }, body: { summary: 'Held.' } }, member)
		return site.call(undoGameEdit, { params: { id, editId: seen ?? '' } }, admin)
	},
	'POST /api/moderation/actions': ({ site, admin, member }) => {
		const body = { subject: 'user', subjectId: member.user.id, action: 'ban', reason: 'spam' } as const
		return site.call(takeAction, { body }, admin)
	},
	'POST /api/moderation/actions/bulk': async ({ site, admin, member }) => {
		const decision = { action: 'ban', reason: 'spam' } as const
		const body = { userIds: [member.user.id], ...decision }
		const { results } = await site.call(takeBulkAction, { body }, admin)
		if (results[0]?.outcome === 'not_allowed') throw Object.assign(new Error(), { status: 403, code: 'admins_only' })
	},
}

/** They repeat or stop work that runs anyway. The one about appeals holds the role as actions do. */
const OTHERS = [
	'POST /api/admin/catalog/imports/{id}/cancel',
	'POST /api/admin/work/jobs/{job}',
	'POST /api/admin/work/mails',
	'POST /api/moderation/appeals/{id}',
]

/** They change the site for others or cannot be undone. */
const NEED_PROOF = new Set([
	'PUT /api/admin/people/{id}/role',
	'PUT /api/admin/settings',
	'POST /api/admin/catalog/pairs/merge',
	'POST /api/admin/registrations/refusals',
	'POST /api/moderation/actions/bulk',
])

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

async function startWorld(): Promise<World & AsyncDisposable> {
	const site = await startSite()
	const admin = await registerAdmin(site)
	const member = await site.register()
	const games: [number, number] = [await site.addGame(), await site.addGame()]
	return { site, admin, member, games, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

test('every call that needs a role is in the table', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as {
		paths: Record<string, Record<string, unknown>>
	}
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods)
			.filter((method) => method !== 'get' && /^\/api\/(admin|moderation)\//.test(path))
			.map((method) => `${method.toUpperCase()} ${path}`),
	)
	expect(calls.sort()).toEqual([...Object.keys(CALLS), ...OTHERS].sort())
})

for (const [name, call] of Object.entries(CALLS))
	test(`${name} is refused to whose role is taken away meanwhile`, async () => {
		await using world = await startWorld()
		const { site, admin } = world
		const { db } = site.services
		const ended: string[] = []
		let outcome: Promise<string> | undefined
		const isWaiting = async () => (await countLockWaits(db)) > 0 || ended.length > 0
		await db.transaction().execute(async (demotion) => {
			await demotion.updateTable('users').set({ role: 'member' }).where('id', '=', admin.user.id).execute()
			outcome = getOutcome(call(world))
			void outcome.then((end) => ended.push(end))
			await expect.poll(isWaiting).toBe(true)
		})
		expect(await outcome).toMatch(/^403 (admins|moderators)_only$/)
	})

test('of two admins who demote each other at once, one stays', async () => {
	await using site = await startSite()
	const [ann, bob] = [await registerAdmin(site), await registerAdmin(site)]
	await registerAdmin(site)
	const demote = (by: Player, whom: Player) =>
		getOutcome(site.call(setRole, { params: { id: whom.user.id }, body: { role: 'member' } }, by))
	const outcomes = await Promise.all([demote(ann, bob), demote(bob, ann)])
	expect(outcomes.sort()).toEqual(['403 admins_only', 'done'])
})

for (const [name, call] of Object.entries(CALLS)) {
	const isGuarded = NEED_PROOF.has(name)
	test(`${name} needs ${isGuarded ? 'a' : 'no'} proof of identity from the last ten minutes`, async () => {
		await using world = await startWorld()
		const { site } = world
		site.time.now += 11 * MINUTE_MS
		const { tokens } = await site.call(refreshTokens, { body: world.admin })
		world.admin = { ...world.admin, ...tokens }
		const outcome = await getOutcome(call(world))
		if (!isGuarded) return expect(outcome).not.toBe('403 proof_needed')
		expect(outcome).toBe('403 proof_needed')
		await site.call(reauthenticate, { body: { password: PASSWORD } }, world.admin)
		expect(await getOutcome(call(world))).toBe('done')
	})
}
