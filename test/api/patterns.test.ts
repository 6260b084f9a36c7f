/**
 * Each regular expression of the project against hostile text.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { createReview, getReview, listReviews } from '#contract/reviews.ts'
import { startSite } from '#kit/site.ts'
import { readSources, type SourceNode } from '#kit/sources.ts'

// Trust case 32: every regular expression of the contract and the server, and every `pattern` of a schema.

const FULL = 50_000
const FAST_MS = 5
const TRIES = 5
/** Twice the text may take twice the time, and the noise of a busy machine. */
const GROWTH = 3.5

interface Pattern {
	place: string
	expression: RegExp
}

function patternsOf(file: string, nodes: readonly SourceNode[]): Pattern[] {
	return nodes.flatMap((node) => {
		if (node.type === 'Literal' && node.regex) {
			const { pattern, flags } = node.regex as { pattern: string; flags: string }
			return [{ place: `${file} /${pattern}/${flags}`, expression: new RegExp(pattern, flags) }]
		}
		const { key, value } = node as { key?: { name?: string }; value?: { type?: string; value?: unknown } }
		if (node.type === 'Property' && key?.name === 'pattern' && typeof value?.value === 'string')
			return [{ place: `${file} pattern ${value.value}`, expression: new RegExp(value.value, 'u') }]
		return []
	})
}

const sources = [...readSources('src/contract'), ...readSources('src/server')]
const patterns = sources.flatMap(({ file, nodes }) => patternsOf(file, nodes))

/** What hostile texts are made of: the characters of the expression and some others, alone and in pairs. */
function unitsFor(source: string): string[] {
	const characters = [...new Set([...source.replace(/\\[a-zA-Z]/g, ''), ...'aA0 .@-%\\\n\té<&'])].slice(0, 40)
	const first = characters.slice(0, 6)
	return [...characters, ...first.flatMap((one) => first.map((next) => one + next))]
}

/** The best of some tries, so that a busy machine does not matter. */
function msOf(expression: RegExp, text: string): number {
	let best = Number.POSITIVE_INFINITY
	for (let attempt = 0; attempt < TRIES && best > FAST_MS; attempt++) {
		const began = performance.now()
		if (expression.global) text.replace(expression, '')
		else expression.test(text)
		best = Math.min(best, performance.now() - began)
	}
	return best
}

/** A text on which an expression takes more time than its length is worth. */
function slowTextOf(expression: RegExp): string | undefined {
	for (const unit of unitsFor(expression.source))
		for (const [start, stop] of [
			['', ''],
			['', '\u0001'],
			['x', '\u0001'],
			['@', '!'],
		] as const) {
			const textOf = (length: number) => start + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + stop
			// Short ones first: what takes the square of the time shows at a tenth, and what is exponential would never end
			const slow =
				[24, FULL / 10].some((length) => msOf(expression, textOf(length)) > FAST_MS) ||
				(msOf(expression, textOf(FULL)) > FAST_MS &&
					msOf(expression, textOf(FULL)) > GROWTH * msOf(expression, textOf(FULL / 2)))
			if (slow) return JSON.stringify([start, unit, stop])
		}
	return undefined
}

test('no regular expression exceeds its time budget on hostile text', { tags: ['trust-32'] }, () => {
	expect(patterns.length).toBeGreaterThan(40)
	expect(slowTextOf(/\s+$/)).toBeDefined()
	expect(slowTextOf(/^(a+)+$/)).toBeDefined()
	expect(
		patterns.flatMap(({ place, expression }) => {
			const slow = slowTextOf(expression)
			return slow === undefined ? [] : [`${place} on ${slow}`]
		}),
	).toEqual([])
})

test('only these modules build regular expressions, from their own constants', () => {
	const made = sources.filter(({ nodes }) =>
		nodes.some(
			({ type, callee }) =>
				(type === 'NewExpression' || type === 'CallExpression') && (callee as { name?: string }).name === 'RegExp',
		),
	)
	expect(made.map(({ file }) => file)).toEqual([
		'src/contract/mentions.ts',
		'src/server/backup/restore-site.ts',
		'src/server/features/search/search-key.ts',
		'src/server/pages/page-cache.ts',
	])
})

test('LIKE wildcards in a search are taken literally', { tags: ['trust-32'] }, async () => {
	await using site = await startSite()
	const player = await site.register('a_b')
	await site.register('axb')
	const texts = ['Hundred % fun, every evening.', 'Snake_case all the way down.', 'Back\\slash is not an escape.']
	for (const description of texts)
		await site.call(
			createReview,
			{ body: { gameId: await site.addGame(), rating: 4, platform: 'PC', description } },
			player,
		)
	const found = async (search: string) =>
		(await site.call(listReviews, { query: { search } })).reviews.map(({ description }) => description)
	expect(await found('%')).toEqual([texts[0]])
	expect(await found('_')).toEqual([texts[1]])
	expect(await found('\\')).toEqual([texts[2]])
	expect(await found('%%')).toEqual([])
	expect(await found('H%n')).toEqual([])
	expect(await found("' or true --")).toEqual([])
	const names = async (url: string) =>
		(await site.app.inject({ url })).json<{ users?: { username: string }[] }>().users?.map(({ username }) => username)
	expect(await names('/api/users?username=a_b')).toEqual(['a_b'])
	expect(await names('/api/users?username=a_')).toEqual(['a_b'])
	expect(await names('/api/users?username=%25')).toEqual([])
})

test('a search for 10,000 characters is rejected, and the longest allowed one is fast', {
	tags: ['trust-32'],
}, async () => {
	await using site = await startSite()
	for (const [path, name] of [
		['/api/reviews', 'search'],
		['/api/lists', 'search'],
		['/api/games', 'search'],
		['/api/games/search', 'query'],
		['/api/users/search', 'query'],
		['/api/users', 'username'],
	] as const) {
		const ask = (text: string) => site.app.inject({ url: `${path}?${name}=${encodeURIComponent(text)}` })
		for (const character of ['x', '%', '_', '\\', '(', '\u{1f3ae}']) {
			expect([path, (await ask(character.repeat(10_000))).statusCode]).toEqual([path, expect.toBeOneOf([400, 414])])
			expect([path, character, (await ask(character.repeat(200))).statusCode]).toEqual([path, character, 200])
		}
	}
	expect((await site.refusal(getReview, { params: { id: '%'.repeat(100) } })).status).toBe(404)
})
