import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'src/server/db/migrations'
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
	async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-old-'))
		try {
			await run('git', ['worktree', 'add', '--detach', folder, await findOldVersion()], { cwd: ROOT })
			// Hard links: the decoder of pictures may read nothing outside of its folder
			for (const name of ['node_modules', 'dist'])
				await run('cp', ['--archive', '--link', path.join(ROOT, name), path.join(folder, name)])
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
			await run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT }).catch(() =>
				rm(folder, { recursive: true }),
			)
		}
	},
)

async function findOldVersion(): Promise<string> {
	if (process.env.OLD_VERSION !== '1') return process.env.OLD_VERSION ?? ''
	const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim()
	const release = await git('describe', '--tags', '--abbrev=0').catch(() => '')
	if (release) return release
	return `${await git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATIONS}/*.contract.sql`)}~1`
}
