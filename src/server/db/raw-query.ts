import { CompiledQuery } from 'kysely'
import type { Db } from './tables.ts'

/** The rows of a statement that stands as text: a hot one is not built anew for each request. */
export async function rawQuery<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
	return (await db.executeQuery<Row>(CompiledQuery.raw(text, values) as CompiledQuery<Row>)).rows
}
