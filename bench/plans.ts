import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/tables.ts'
import type { Statement } from './bare-server.ts'

/** A smaller table fits a few disk pages, so its plan here says nothing about large data. */
const MIN_TABLE_ROWS = 2_000

/** Tables that do not grow with use. */
const SMALL_TABLES = new Set(['windows', 'site_counts', 'catalogue_loads', 'schema_migrations'])

interface Plan {
	'Node Type': string
	'Actual Rows'?: number
	'Actual Loops'?: number
	'Rows Removed by Filter'?: number
	'Rows Removed by Join Filter'?: number
	'Rows Removed by Index Recheck'?: number
	'Relation Name'?: string
	'Index Cond'?: string
	'Subplan Name'?: string
	'CTE Name'?: string
	Plans?: Plan[]
}

/**
 * Returns the growing tables that the statement's plan scans in full, sequentially or by index. Checks the plan for its
 * values and, for a prepared statement, the generic plan. `asIfLarge` raises the planner's cost of sequential reads many
 * times, because scanning a small table in full is no mistake.
 */
export async function findFullScans(
	db: Db,
	statement: Statement,
	{ asIfLarge }: { asIfLarge: boolean },
): Promise<string[]> {
	return db.transaction().execute(async (transaction) => {
		if (asIfLarge) await sql`set local seq_page_cost = 30`.execute(transaction)
		const plans = await explainStatement(transaction, statement)
		const { rows } = await sql<{ name: string }>`
			select relname as name from pg_class where relkind = 'r' and reltuples < ${sql.lit(MIN_TABLE_ROWS)}`.execute(
			transaction,
		)
		const small = new Set([...SMALL_TABLES, ...rows.map(({ name }) => name)])
		return [...new Set(plans.flatMap((plan) => findScannedTables(plan)))].filter((table) => !small.has(table))
	})
}

/**
 * Runs the statement and returns the steps of its plan that look up or sort more than `most` rows: of the plan for its values and,
 * for a prepared statement, of the generic plan. Nothing that it writes stays.
 */
export async function findLargeSteps(db: Db, statement: Statement, most: number): Promise<string[]> {
	const session = await db.startTransaction().execute()
	try {
		const plans = [
			await explain(
				session,
				CompiledQuery.raw(`explain (analyze, timing off, format json) ${statement.text}`, [...statement.values]),
			),
		]
		if (statement.name !== undefined) {
			await sql`set local plan_cache_mode = force_generic_plan`.execute(session)
			await sql.raw(`prepare planned as ${statement.text}`).execute(session)
			const values = statement.values.length > 0 ? `(${statement.values.map(toLiteral).join(', ')})` : ''
			plans.push(
				await explain(
					session,
					CompiledQuery.raw(`explain (analyze, timing off, format json) execute planned${values}`),
				),
			)
			await sql`deallocate planned`.execute(session)
		}
		return plans.flatMap((plan, isGeneric) =>
			findLarge(plan, most).map((step) => `${step} (${isGeneric ? 'generic' : 'for its values'})`),
		)
	} finally {
		await session.rollback().execute()
	}
}

function toLiteral(value: unknown): string {
	if (value === null || value === undefined) return 'null'
	return pg.escapeLiteral(
		Array.isArray(value) ? `{${value.map((part) => JSON.stringify(part)).join()}}` : String(value),
	)
}

function findLarge(plan: Plan, most: number): string[] {
	const counting = new Set([...walkPlan(plan)].flatMap(({ plan: step }) => findCounted(step)))
	return [...walkPlan(plan)].flatMap(({ plan: step }) => {
		const removed =
			(step['Rows Removed by Filter'] ?? 0) +
			(step['Rows Removed by Join Filter'] ?? 0) +
			(step['Rows Removed by Index Recheck'] ?? 0)
		const found = counting.has(step) ? 0 : (step['Actual Rows'] ?? 0)
		const rows = (found + removed) * (step['Actual Loops'] ?? 0)
		// Reading a small table in full is no mistake, and `findFullScans` finds the others
		return rows > most && step['Node Type'] !== 'Seq Scan'
			? [`${step['Node Type']} ${step['Relation Name'] ?? ''}: ${Math.round(rows)} rows`]
			: []
	})
}

/** Returns the steps whose rows are only counted, up to a limit. */
function findCounted(step: Plan): Plan[] {
	const isCount = step['Node Type'] === 'Aggregate' && step.Plans?.[0]?.['Node Type'] === 'Limit'
	return isCount ? [...walkPlan(step)].map(({ plan }) => plan) : []
}

async function explainStatement(transaction: Db, { name, text, values }: Statement): Promise<Plan[]> {
	const parameters = values.map(() => 'null').join(', ')
	const execute = values.length > 0 ? `execute planned(${parameters})` : 'execute planned'
	const plans = [await explain(transaction, CompiledQuery.raw(`explain (format json) ${text}`, [...values]))]
	if (name === undefined) return plans
	await sql.raw('set local plan_cache_mode = force_generic_plan').execute(transaction)
	await sql.raw(`prepare planned as ${text}`).execute(transaction)
	plans.push(await explain(transaction, CompiledQuery.raw(`explain (format json) ${execute}`)))
	await sql.raw('deallocate planned').execute(transaction)
	await sql.raw('set local plan_cache_mode = auto').execute(transaction)
	return plans
}

async function explain(db: Db, query: CompiledQuery): Promise<Plan> {
	const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(query as CompiledQuery<never>)
	const [row] = rows
	if (!row) throw new Error('No plan')
	return row['QUERY PLAN'][0].Plan
}

/** Walks the nodes of a plan. `ends` tells whether a node stops early: directly under a limit, or under nodes that stream their rows. */
function* walkPlan(plan: Plan, ends = false, parts = new Set<string>()): Generator<{ plan: Plan; ends: boolean }> {
	yield { plan, ends }
	const type = plan['Node Type']
	const isStreaming = type === 'Limit' || (ends && /^(Nested Loop|Hash Join|Subquery Scan|Result)$/.test(type))
	let isOuter = true
	for (const part of plan.Plans ?? []) {
		const isOwn = part['Subplan Name'] === undefined
		yield* walkPlan(part, isOwn ? isOuter && isStreaming : parts.has(part['Subplan Name'] ?? ''), parts)
		if (isOwn) isOuter = false
	}
}

function findScannedTables(plan: Plan): string[] {
	// A CTE is read only as far as its scans go
	const scans = [...walkPlan(plan)].filter(({ plan: part }) => part['Node Type'] === 'CTE Scan')
	const isEnded = (name: string) => scans.every(({ plan: part, ends }) => ends || part['CTE Name'] !== name)
	const ended = new Set(scans.flatMap(({ plan: { 'CTE Name': name = '' } }) => (isEnded(name) ? [`CTE ${name}`] : [])))
	return [...walkPlan(plan, false, ended)].flatMap(({ plan: part, ends }) => {
		const type = part['Node Type']
		const isWhole = type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && part['Index Cond'] === undefined)
		return isWhole && !ends && part['Relation Name'] ? [part['Relation Name']] : []
	})
}
