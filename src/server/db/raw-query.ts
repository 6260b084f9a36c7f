import { CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'

/** Runs a statement given as text and returns its rows. Frequent queries use it to skip the query builder. */
export async function rawQuery<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
	return (await db.executeQuery<Row>(CompiledQuery.raw(text, values) as CompiledQuery<Row>)).rows
}
