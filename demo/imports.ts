import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addFilePiece, addImport } from '#server/features/imports/queries.ts'
import { grouvee } from '#server/features/imports/sources/grouvee.ts'
import type { Services } from '#server/services.ts'
import { MEMBER } from './content.ts'

/** What the member had at Grouvee: the name there, the shelves, the platform, the stars and the year. */
const GAMES: readonly (readonly [string, readonly string[], string, number, string])[] = [
	['Celeste', ['Played'], 'Nintendo Switch', 5, '2018'],
	['Hades', ['Playing'], 'Nintendo Switch', 4, '2020'],
	['Outer Wilds', ['Played'], 'PC', 5, '2019'],
	['Hollow Knight', ['Backlog'], 'PC', 0, '2017'],
	['Stardew Valley', ['Played', 'Cozy Evenings'], 'PC', 4, '2016'],
	['Portal 2', ['Played', 'Couch Co-op'], 'PC', 5, '2011'],
	['Disco Elysium', ['Played'], 'PC', 5, '2019'],
	['Bloodborne', ['Backlog'], 'PlayStation 4', 0, '2015'],
	['Undertale', ['Played'], 'PC', 4, '2015'],
	['Journey', ['Played', 'Cozy Evenings'], 'PlayStation 3', 5, '2012'],
	['Inside', ['Played'], 'Xbox One', 4, '2016'],
	['Tunic', ['Wish List'], 'PC', 0, '2022'],
	['Return of the Obra Dinn', ['Wish List'], 'PC', 0, '2018'],
	['Slay the Spire', ['Playing'], 'PC', 4, '2019'],
	['Elden Ring', ['Backlog'], 'PlayStation 5', 0, '2022'],
	['Firewatch', ['Played'], 'PC', 3, '2016'],
	['Spiritfarer', ['Played', 'Cozy Evenings'], 'Nintendo Switch', 4, '2020'],
	['Katamari Damacy', ['Played', 'Couch Co-op'], 'PlayStation 2', 4, '2004'],
	['Chrono Trigger', ['Backlog'], 'Super Nintendo', 0, '1995'],
	['Super Metroid', ['Played'], 'Super Nintendo', 5, '1994'],
	['Braid', ['Played'], 'PC', 3, '2008'],
	// More than one game could be meant
	['Persona', ['Played'], 'PlayStation 4', 4, ''],
	['Zelda Breath of Wild', ['Played'], 'Nintendo Switch', 5, ''],
	['Mario Kart', ['Played', 'Couch Co-op'], 'Nintendo Switch', 4, ''],
	// The catalog has none of them
	['Lighthouse Keeper 1987', ['Played'], 'Commodore 64', 3, '1987'],
	['My Brother’s First Game', ['Played'], 'PC', 5, ''],
]

/** Leaves the member of the demo in the middle of an import: its file waits to be read, and then for decisions. */
export async function addOpenImport(services: Services): Promise<void> {
	const { db } = services
	const { id: userId } = await db
		.selectFrom('users')
		.select('id')
		.where('username', '=', MEMBER)
		.executeTakeFirstOrThrow()
	const file = Buffer.from(toCsv())
	const id = uuidv7({ msecs: services.clock() })
	await inTransaction(db, async (tx) => {
		await addImport(tx, {
			...{ id, userId, source: grouvee.name, fileName: 'grouvee-collection.csv', mapping: null },
			...{ hash: createHash('sha256').update(file).digest('base64url'), meanings: { ...grouvee.meanings } },
			at: now(services),
		})
		await addFilePiece(tx, id, 0, file)
	})
}

function toCsv(): string {
	const lines = GAMES.map(([name, shelves, platform, stars, year], index) =>
		[
			index + 1,
			...[name, toKeys(shelves), toKeys([platform])].map((cell) => `"${cell.replaceAll('"', '""')}"`),
			...[stars, '', '[]', '[]', year, ''],
		].join(','),
	)
	return ['id,name,shelves,platforms,rating,review,dates,statuses,release_date,giantbomb_id', ...lines].join('\n')
}

const toKeys = (names: readonly string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, {}])))
