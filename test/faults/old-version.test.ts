import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#kit/database-server.ts'
import { newDatabase } from '#kit/site.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPurges } from '#server/db/purges.ts'
import { recount } from '#server/db/recount.ts'
import type { Db } from '#server/db/tables.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'src/server/db/migrations'
/** Named in db/before-baseline.ts. */
const LAST_BEFORE_BASELINE = '57f6fd14'
const run = promisify(execFile)

/**
 * Tests of the earlier version about the tables themselves, or that write to them without triggers. They are not run: one that
 * fails without triggers leaves its connection to the tests after it.
 */
const ABOUT_TABLES = [
	'an export contains each of 20,000 reviews once, and other requests are served meanwhile',
	'every table that references an account is in the export, or has a reason not to be',
	'an account can have at most a thousand lists, even if it creates several at once',
	'after any sequence of imports, merges and separations, each game displays the facts of its records and all counters are correct',
]

interface Report {
	numPassedTests: number
	testResults: { assertionResults: { title: string; status: string }[] }[]
}

// `npm run trust -- 18` sets OLD_VERSION: a commit, or 1 for the last release, or else the commit before the last contraction
test.skipIf(!process.env.OLD_VERSION)(
	'the API tests of the version before pass on the expanded schema',
	{ tags: ['trust-18'], timeout: 30 * 60_000 },
	async (context) => {
		const version = await findOldVersion()
		if (!version) return context.skip('Nothing has been contracted since the baseline')
		const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-old-'))
		try {
			await checkOut(version, folder)
			const files = await readdir(path.join(ROOT, MIGRATIONS))
			for (const file of files.filter((name) => name.endsWith('.sql') && !name.endsWith('.contract.sql')))
				await cp(path.join(ROOT, MIGRATIONS, file), path.join(folder, MIGRATIONS, file))
			const report = path.join(folder, 'report.json')
			const suites = [
				'src/server/features',
				'test/api/model.test.ts',
				'test/api/races.test.ts',
				'test/api/ownership.test.ts',
			]
			const others = `^(?!.*(${ABOUT_TABLES.join('|')}))`
			const options = ['--testNamePattern', others, '--reporter=json', `--outputFile=${report}`]
			const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...suites, ...options]
			// Fails if a test fails; the report says which
			await run(process.execPath, vitest, { cwd: folder, maxBuffer: 100_000_000 }).catch(() => {})
			const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
			const failed = testResults.flatMap(({ assertionResults }) =>
				assertionResults.filter(({ status }) => status === 'failed'),
			)
			expect(failed.map(({ title }) => title)).toEqual([])
			expect(numPassedTests).toBeGreaterThan(300)
		} finally {
			await removeCheckout(folder)
		}
	},
)

test.skipIf(!process.env.OLD_VERSION)(
	'a database of the last commit before the baseline becomes equal to a new one',
	async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-old-'))
		const before = await createDatabase()
		try {
			await checkOut(LAST_BEFORE_BASELINE, folder)
			await writeFile(
				path.join(folder, 'migrate.ts'),
				`import { sql } from 'kysely'
			import { openDatabase } from '#server/db/connect.ts'
			import { migrate } from '#server/db/migrate.ts'
import { createPurges } from '#server/db/purges.ts'
import { recount } from '#server/db/recount.ts'
			const database = await openDatabase({ url: process.argv[2] ?? '', statementTimeoutMs: 0 })
			await migrate(database.db)
			await sql.raw(${JSON.stringify(WRITTEN_BEFORE)}).execute(database.db)
			await database.close()`,
			)
			await run(process.execPath, ['migrate.ts', before.url], { cwd: folder })
			const database = await openDatabase({ url: before.url, statementTimeoutMs: 0 })
			await using fresh = await newDatabase()
			try {
				await migrate(database.db)
				expect(await readCatalog(database.db)).toEqual(await readCatalog(fresh.db))
				expect(await listStates(database.db)).toEqual([
					'comment held of ann',
					'list published of ann',
					'list removed of ann',
					'review published of ben',
					'review purging of nobody',
					'review removed of ann',
					'review withdrawn of eve',
				])
				expect(await recount(database.db)).toEqual([])
				await createPurges(database.db).resume()
				expect((await listStates(database.db)).filter((line) => line.includes('nobody'))).toEqual([])
				expect(await recount(database.db)).toEqual([])
			} finally {
				await database.close()
			}
		} finally {
			await before[Symbol.asyncDispose]()
			await removeCheckout(folder)
		}
	},
)

/** What people of the earlier version wrote, removed, held, deleted in batches, and were banned for. */
const WRITTEN_BEFORE = `
	insert into users (id, username, email, email_key, created_at)
		select md5(name)::uuid, name, name || '@example.org', name || '@example.org', now() from unnest(array['ann', 'ben', 'eve']) name;
	insert into games (id, source, source_id, facts_hash, name, created_at, updated_at)
		select n, 'test', n, '', 'Game ' || n, now(), now() from generate_series(1, 2) n;
	insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
		select md5(text)::uuid, game, md5(name)::uuid, 7, 'PC', text, 'Game ' || game, now(), now()
		from (values ('ann', 1, 'removed'), ('ann', 2, 'big'), ('ben', 1, 'stays'), ('eve', 1, 'banned')) r (name, game, text);
	insert into comments (id, review_id, user_id, content, created_at) select md5(text)::uuid, md5(of_review)::uuid, md5(name)::uuid, text, now()
		from (values ('ann', 'stays', 'held'), ('ben', 'big', 'on big')) c (name, of_review, text);
	insert into lists (id, user_id, title, created_at, updated_at)
		select md5(title)::uuid, md5('ann')::uuid, title, now(), now() from unnest(array['public', 'removed list']) title;
	insert into review_likes (review_id, user_id, created_at) select md5('removed')::uuid, md5('ben')::uuid, now();
	insert into moderation_actions (id, action, subject, subject_id, author_id, created_at)
		select md5('action ' || text)::uuid, action, subject, md5(text)::uuid, md5('ann')::uuid, now()
		from (values ('remove', 'review', 'removed'), ('hold', 'comment', 'held'), ('remove', 'list', 'removed list')) a (action, subject, text);
	insert into moderation_actions (id, action, subject, subject_id, author_id, created_at)
		values (gen_random_uuid(), 'ban', 'user', md5('eve')::uuid, md5('eve')::uuid, now());
	select remove_text(subject, subject_id, gen_random_uuid(), id, now()) from moderation_actions where action <> 'ban';
	update users set banned_at = now() where id = md5('eve')::uuid;
	select settle_ban(md5('eve')::uuid, 100), settle_ban(md5('eve')::uuid, 100), settle_ban(md5('eve')::uuid, 100);
	select delete_fact('review', md5('big')::uuid, md5('ann')::uuid, gen_random_uuid(), now(), 500, false)`

/** Lists the kind, state and author of each text; big ones that are being deleted have a hidden account. */
async function listStates(db: Db): Promise<string[]> {
	const of = (kind: string) => sql`
		select concat(${sql.lit(kind)}::text, ' ', case when u.deleted_at is null then state else 'purging' end, ' of ', case when u.deleted_at is null then username else 'nobody' end) as line
		from ${sql.table(`${kind}s`)} t join users u on u.id = t.user_id`
	const { rows } = await sql<{ line: string }>`
		${sql.join(['review', 'list'].map(of), sql` union all `)} union all ${of('comment')} where t.content = 'held' order by line`.execute(
		db,
	)
	return rows.map(({ line }) => line)
}

/** Lists the columns, constraints, indexes, views, functions and triggers of a database, these in the order in which they fire. */
async function readCatalog(db: Db): Promise<string[]> {
	const { rows } = await sql<{ line: string }>`
		select concat_ws(' | ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
			attcollation::regcollation, pg_get_expr(adbin, adrelid)) as line
			from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
			where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
		union all
		select concat_ws(' | ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
			where connamespace = current_schema()::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
		union all
		select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where relnamespace = current_schema()::regnamespace
		union all
		select concat_ws(' | ', relname, reloptions) from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
		union all
		select concat_ws(' | ', viewname, definition) from pg_views where schemaname = current_schema()
		union all
		select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = prolang
			where pronamespace = current_schema()::regnamespace and lanname in ('sql', 'plpgsql')
		union all
		select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
		order by line`.execute(db)
	return rows.map(({ line }) => line)
}

async function checkOut(version: string, folder: string): Promise<void> {
	await git('worktree', 'add', '--detach', folder, version)
	// Hard links: the decoder of pictures may read nothing outside of its folder
	for (const name of ['node_modules', 'dist'])
		await run('cp', ['--archive', '--link', path.join(ROOT, name), path.join(folder, name)])
}

async function removeCheckout(folder: string): Promise<void> {
	await git('worktree', 'remove', '--force', folder).catch(() => rm(folder, { recursive: true }))
}

/** Undefined if nothing has been contracted since the baseline. */
async function findOldVersion(): Promise<string | undefined> {
	if (process.env.OLD_VERSION !== '1') return process.env.OLD_VERSION
	const release = await git('describe', '--tags', '--abbrev=0').catch(() => '')
	if (release) return release
	const added = (pattern: string) =>
		git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATIONS}/${pattern}`)
	const contraction = await added('*.contract.sql')
	const isOfBaseline = await git('merge-base', '--is-ancestor', await added('001_baseline.sql'), contraction).then(
		() => true,
		() => false,
	)
	return isOfBaseline ? `${contraction}~1` : undefined
}

async function git(...args: string[]): Promise<string> {
	return (await run('git', args, { cwd: ROOT })).stdout.trim()
}
