// Worth its seconds: an import that takes one game for another spoils a library, and nobody would notice.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addJsonSource, toItem, uploadItems } from '#kit/imports.ts'
import { startSite } from '#kit/site.ts'
import { createBuiltinSource } from '#server/catalog/builtin.ts'
import { importCatalog } from '#server/catalog/import.ts'
import { NUMERALS } from '#server/db/text-folding.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'

interface CatalogGame {
	name: string
	releaseDate: string
	platforms: string[]
}

const ROMAN = new Map([...NUMERALS].map(([roman, number]) => [number, roman.toUpperCase()]))

/** Spellings of a name that are the same to a reader; `isSure` where nothing else could be meant. */
const SPELLINGS: readonly { spell: (game: CatalogGame) => string; isSure: boolean }[] = [
	{ spell: ({ name }) => name, isSure: true },
	{ spell: ({ name }) => name.toUpperCase(), isSure: true },
	{ spell: ({ name }) => name.normalize('NFD').replace(/\p{M}/gu, ''), isSure: true },
	{ spell: ({ name }) => name.replace(/[:–—-]/g, ' ').replace(/'/g, '’'), isSure: true },
	{ spell: ({ name }) => (name.startsWith('The ') ? `${name.slice(4)}, The` : name), isSure: true },
	{ spell: ({ name }) => name.replace(/\b\d{1,2}\b/g, (number) => ROMAN.get(number) ?? number), isSure: true },
	{ spell: ({ name }) => name.replace(/&/g, 'and').replace(/\s+/g, '  '), isSure: true },
	{ spell: ({ name }) => `${name}™`, isSure: true },
	{ spell: ({ name, releaseDate }) => `${name} (${releaseDate.slice(0, 4)})`, isSure: true },
	{ spell: ({ name }) => `${name}: Game of the Year Edition`, isSure: false },
	{ spell: ({ name }) => `${name} Remastered`, isSure: false },
	{ spell: ({ name, platforms }) => `${name} [${platforms[0] ?? 'PC'}]`, isSure: false },
	{ spell: ({ name }) => `${name} - Director's Cut`, isSure: false },
]

test('300 rows of varied spelling mean the right games, and none is wrong without being unsure', {
	timeout: 120_000,
}, async () => {
	using _source = addJsonSource()
	await using site = await startSite()
	await withoutStatementTimeout(site.services.db, (db) =>
		importCatalog(db, createBuiltinSource(), { clock: site.services.clock }),
	)
	const ann = await site.register('Ann')
	const catalog = readFileSync('catalog/games.jsonl', 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as CatalogGame)
	const rows = Array.from({ length: 300 }, (_, index) => {
		const game = catalog[(index * 41) % catalog.length]
		const spelling = SPELLINGS[index % SPELLINGS.length]
		if (!game || !spelling) throw new Error('The catalog is empty')
		return { game, spelling, title: spelling.spell(game), hasYear: index % 2 === 0 }
	})
	const items = rows.map(({ game, title, hasYear }) =>
		toItem(title, {
			releaseYear: hasYear ? Number(game.releaseDate.slice(0, 4)) : null,
			platforms: game.platforms.slice(0, 1),
		}),
	)
	const { id } = await uploadItems(site, ann, items)
	const stored = await site.services.db
		.selectFrom('import_rows')
		.selectAll()
		.where('import_id', '=', id)
		.orderBy('row')
		.execute()
	const games = await site.services.db.selectFrom('games').select(['id', 'name', 'release_date']).execute()
	const byId = new Map(games.map((game) => [game.id, game]))
	const isGame = (gameId: number | null, { name, releaseDate }: CatalogGame) => {
		const found = gameId === null ? undefined : byId.get(gameId)
		return found?.name === name && found.release_date?.slice(0, 4) === releaseDate.slice(0, 4)
	}
	const outcomes = rows.map(({ game, spelling, title }, index) => {
		const row = stored[index]
		const isRight =
			row !== undefined &&
			(row.match === 'sure' ? isGame(row.game_id, game) : row.candidates.some(({ gameId }) => isGame(gameId, game)))
		return { title, match: row?.match, isRight, isExpected: isRight && (row.match === 'sure') === spelling.isSure }
	})
	expect(outcomes.filter(({ match, isRight }) => match === 'sure' && !isRight)).toEqual([])
	expect(outcomes.filter(({ isExpected }) => !isExpected).length).toBeLessThanOrEqual(15)
	expect(outcomes.filter(({ isRight }) => isRight).length).toBeGreaterThanOrEqual(285)
})

test('names that differ by one sign or number are never taken for one another', { timeout: 120_000 }, async () => {
	using _source = addJsonSource()
	await using site = await startSite()
	await withoutStatementTimeout(site.services.db, (db) =>
		importCatalog(db, createBuiltinSource(), { clock: site.services.clock }),
	)
	const ann = await site.register('Ann')
	const titles = [
		'Portal 3',
		'Half-Life 3',
		'Final Fantasy XI-2',
		'Mega Man 11+',
		'Celeste 2',
		'Hades III',
		'Doom 3000',
		'Portal+',
	]
	const { counts } = await uploadItems(
		site,
		ann,
		titles.map((title) => toItem(title)),
	)
	expect(counts.sure).toBe(0)
})
