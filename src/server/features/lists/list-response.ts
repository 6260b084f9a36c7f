import { LIST_NOT_FOUND } from '#contract/lists.ts'
import type { Db } from '#server/db/tables.ts'
import { notFound } from '#server/http/errors.ts'
import { findList, findListItems } from './queries.ts'
import { toList, toListItem } from './queries-rows.ts'

/** Loads a list with its games. Throws 404 if it does not exist. */
export async function loadList(db: Db, id: string) {
	const list = await findList(db, id)
	if (!list) throw notFound(LIST_NOT_FOUND)
	return { ...toList(list), items: (await findListItems(db, id)).map(toListItem) }
}
