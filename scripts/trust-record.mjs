// docs/trust.md: when each trust case last ran at length, on which database, and how it ended.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const FILE = join(root, 'docs/trust.md')
const HEAD = `# When the trust cases last ran at length

\`npm test\` runs every case for seconds. \`npm run trust\` runs them at length and writes its rows here; \`--quick\` and \`npm test\` write none.

| Case | What | Database | Day | Commit | Done | Outcome |
|---:|---|---|---|---|---|---|
`

/** The runs that the table holds, the last one of each case and database. */
export function recordedRuns() {
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

/** Writes a run into the table, in the place of the earlier one of that case on that database. */
export function recordRun(run) {
	const others = recordedRuns().filter(({ name, database }) => name !== run.name || database !== run.database)
	const runs = [...others, run].sort(
		(one, other) => Number(one.name) - Number(other.name) || one.database.localeCompare(other.database),
	)
	const rows = runs.map(
		({ name, title, database, day, commit, done, outcome }) =>
			`| ${name} | ${title} | ${database} | ${day} | ${commit} | ${done} | ${outcome} |`,
	)
	writeFileSync(FILE, `${HEAD}${rows.join('\n')}\n`)
}
