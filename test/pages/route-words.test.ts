import { readdirSync } from 'node:fs'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { findProblems } from '#contract/problems.ts'
import { Username } from '#contract/sessions.ts'
import { isReservedUsername } from '#server/features/account/reserved-usernames.ts'
import { routes } from '#web/app/routes.tsx'

/** The first word of every address in the table that begins with one. */
function firstWords(table: readonly RouteObject[]): string[] {
	return table.flatMap(({ path = '', children = [] }) => {
		const [word = ''] = path.split('/')
		return [...(/^\w/.test(word) ? [word] : []), ...firstWords(children)]
	})
}

const couldBeName = (word: string) => findProblems(Username, word).length === 0

test('no username equals a route, whose path its reviews and lists would take', () => {
	const words = firstWords(routes).filter(couldBeName)
	expect(words).toContain('profile')
	expect(words.filter((word) => !isReservedUsername(word))).toEqual([])
})

test("no username equals one of the site's folders or files", () => {
	const folders = ['api', 'art', 'assets', 'feeds', 'sitemaps', ...readdirSync('public')].filter(couldBeName)
	expect(folders.filter((word) => !isReservedUsername(word))).toEqual([])
})
