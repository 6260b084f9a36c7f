import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '#contract/limits.ts'
import { dedupeTags } from '#contract/lists.ts'
import { hasVisibleCharacter } from '#contract/problems.ts'
import type { Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { storeListMentions } from '#server/features/lists/list-mentions.ts'
import { addList, lockListCount, replaceListItems, unhideGames } from '#server/features/lists/queries.ts'
import { isBlocked } from '#server/features/moderation/blocked-words.ts'
import type { Services } from '#server/services.ts'
import { addNote, type ImportRecord, lockImport, updateImport } from './queries.ts'
import { findImportKeys } from './queries-library.ts'
import { addListChange, addListGamesChange, appendListGames, lockListGames } from './queries-lists.ts'
import { findListGames, findLists } from './queries-rows.ts'
import { addImportKeys, beQuiet } from './queries-write-library.ts'
import type { ImportedList } from './sources/source.ts'

const LISTS_PER_BATCH = 10
const TOO_MANY_LISTS = 'Some lists were left out: an account can have 1,000.'
const LIST_CUT = 'Games past the first 500 of a list were left out.'
const NOTES_LEFT_OUT = 'Notes with a word that is blocked here were left out of a list that others can see.'
const LIST_HELD = 'A list with a word that is blocked here is private.'

/** Writes the next lists, in one transaction with their journal and the progress. Positions of lists follow those of the rows. Returns false if all are written. */
export function applyNextLists(services: Services, run: ImportRecord, lastRow: number): Promise<boolean> {
	return inTransaction(services.db, async (tx) => {
		if (!(await lockImport(tx, run.id, 'applying', run.position))) return true
		const after = Math.max(0, run.position - lastRow)
		const lists = await findLists(tx, run.id, { after, limit: LISTS_PER_BATCH })
		const last = lists.at(-1)
		if (!last) return false
		await beQuiet(tx)
		const writer = new ListWriter(tx, services, run)
		await writer.write(lists.map(({ item }) => item))
		await updateImport(tx, run.id, { position: lastRow + last.place, failures: 0 })
		return true
	})
}

interface Item {
	id: string
	gameId: number
	notes: string
}

class ListWriter {
	readonly #tx: Tx
	readonly #services: Services
	readonly #run: ImportRecord
	readonly #now: string

	constructor(tx: Tx, services: Services, run: ImportRecord) {
		this.#tx = tx
		this.#services = services
		this.#run = run
		this.#now = new Date(services.clock()).toISOString()
	}

	async write(lists: readonly ImportedList[]): Promise<void> {
		const { id: importId, user_id: userId, position } = this.#run
		const journal = { importId, batch: position + 1 }
		const games = await findListGames(
			this.#tx,
			importId,
			lists.map(({ key }) => key),
		)
		const byList = Map.groupBy(games, ({ key }) => key)
		const toItems = ({ key }: ImportedList) => this.#toItems(byList.get(key) ?? [])
		// Games come before people in the order of locks
		await unhideGames(
			this.#tx,
			lists.flatMap(toItems).toSorted((one, other) => one.gameId - other.gameId),
		)
		const keys = await findImportKeys(
			this.#tx,
			userId,
			lists.map((list) => this.#toKey(list)),
		)
		let count = await lockListCount(this.#tx, userId)
		const made: { kind: string; key: string; id: string }[] = []
		for (const list of lists) {
			const items = toItems(list)
			if (items.length > LIMITS.gamesPerList) await addNote(this.#tx, importId, LIST_CUT)
			const known = keys.get(this.#toKey(list))
			const present = known === undefined ? undefined : await lockListGames(this.#tx, known, userId)
			if (known !== undefined && present) {
				const missing = items
					.filter(({ gameId }) => !present.games.includes(gameId))
					.slice(0, LIMITS.gamesPerList - present.games.length)
				if (missing.length === 0) continue
				await this.#leaveOutBlocked(present.visibility, missing)
				await appendListGames(this.#tx, known, missing, { from: present.games.length, at: this.#now })
				await storeListMentions(
					this.#tx,
					known,
					[],
					missing.map(({ notes }) => notes),
				)
				await addListGamesChange(this.#tx, journal, [
					{ listId: known, ids: missing.map(({ id }) => id), updatedAt: present.updatedAt },
				])
			} else if (count >= LIMITS.listsPerAccount) await addNote(this.#tx, importId, TOO_MANY_LISTS)
			else {
				count++
				made.push({
					kind: 'list',
					key: this.#toKey(list),
					id: await this.#add(list, items.slice(0, LIMITS.gamesPerList)),
				})
			}
		}
		await addListChange(
			this.#tx,
			journal,
			made.map(({ id }) => id),
		)
		await addImportKeys(this.#tx, userId, made)
	}

	#toKey({ key }: ImportedList): string {
		return `list ${this.#run.source} ${key}`
	}

	#newId(): string {
		return uuidv7({ msecs: this.#services.clock() })
	}

	#toItems(games: readonly { game_id: number; note: string | null }[]): Item[] {
		const byGame = new Map(games.toReversed().map((game) => [game.game_id, game]))
		return [...byGame.values()].toReversed().map(({ game_id, note }) => ({
			...{ id: this.#newId(), gameId: game_id },
			notes: cut(note ?? '', LIMITS.listNotesMax),
		}))
	}

	/** Empties notes that could not be published. */
	async #leaveOutBlocked(visibility: string, items: readonly Item[]): Promise<void> {
		if (visibility === 'private') return
		for (const item of items) {
			if (!(await isBlocked(this.#tx, [item.notes]))) continue
			item.notes = ''
			await addNote(this.#tx, this.#run.id, NOTES_LEFT_OUT)
		}
	}

	async #add(list: ImportedList, items: readonly Item[]): Promise<string> {
		const id = this.#newId()
		const title = hasVisibleCharacter(list.title) ? cut(list.title, LIMITS.listTitleMax) : 'Imported list'
		const description = cut(list.description ?? '', LIMITS.listDescriptionMax) || null
		const tags = dedupeTags(list.tags.map((tag) => cut(tag, LIMITS.listTagMax)).filter(hasVisibleCharacter)).slice(
			0,
			LIMITS.tagsPerList,
		)
		const isHeld =
			list.visibility !== 'private' &&
			(await isBlocked(this.#tx, [title, description, ...tags, ...items.map(({ notes }) => notes)]))
		if (isHeld) await addNote(this.#tx, this.#run.id, LIST_HELD)
		const { user_id: userId } = this.#run
		const visibility = isHeld ? 'private' : list.visibility
		await addList(this.#tx, {
			...{ id, userId, title, description, tags, visibility, copiedFrom: null, isQuiet: true },
			...{ isRanked: list.isRanked, at: this.#toTime(list.createdAt) },
		})
		await replaceListItems(this.#tx, id, items)
		await storeListMentions(this.#tx, id, [], [description, ...items.map(({ notes }) => notes)])
		return id
	}

	#toTime(date: string | null): string {
		const timeMs = date === null ? Number.NaN : Date.parse(date)
		return timeMs > 0 && timeMs <= this.#services.clock() ? new Date(timeMs).toISOString() : this.#now
	}
}

function cut(text: string, length: number): string {
	return Array.from(text.trim()).slice(0, length).join('').trim()
}
