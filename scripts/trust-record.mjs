// docs/trust.md: the last full run of each trust case per database, and its outcome.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const FILE = join(root, 'docs/trust.md')
const HEAD = `# When the trust cases last ran at length

\`npm test\` and \`.ci/run\` run every case for seconds. \`npm run trust\` runs them at length and writes its rows here; \`--quick\` and the other two write none.
Rows without a version of PostgreSQL are older than the bundled server ([decision 47](decisions/047-bundled-postgresql.md)); \`embedded\` was PGlite.

| Case | What | Database | Day | Commit | Done | Outcome |
|---:|---|---|---|---|---|---|
`

/** Reads the recorded runs, the last one of each case and database. */
export function readRuns() {
	let text
	try {
		text = readFileSync(FILE, 'utf8')
	} catch {
		return []
	}
	return text
		.split('\n')
		.filter((line) => /^\| *\d/.test(line))
		.map((line) => {
			const [name, title, database, day, commit, done, outcome] = line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim())
			return { name, title, database, day, commit, done, outcome }
		})
}

/** Records a run, replacing the earlier one of the same case and database. */
export function recordRun(run) {
	const others = readRuns().filter(({ name, database }) => name !== run.name || database !== run.database)
	const runs = [...others, run].sort(
		(one, other) => Number(one.name) - Number(other.name) || one.database.localeCompare(other.database),
	)
	const rows = runs.map(
		({ name, title, database, day, commit, done, outcome }) =>
			`| ${name} | ${title} | ${database} | ${day} | ${commit} | ${done} | ${outcome} |`,
	)
	writeFileSync(FILE, `${HEAD}${rows.join('\n')}\n`)
}
