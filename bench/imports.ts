import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
	applyImport,
	createImport,
	getImport,
	type Import,
	type OwnImportState,
	undoImport,
} from '#contract/imports.ts'
import { register } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { generateSteadyLoad } from './load.ts'
import type { OperationFigure } from './operation.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
const POLL_MS = 250
/** Requests per second beside an import. */
const RATE = 20
const WINDOW_SECONDS = 4
const STEPS: readonly OwnImportState[] = ['reading', 'matching', 'applying', 'undoing']

/**
 * Measures an import of `rows` games of a catalog that has as many: how long each step takes, how much more memory the process has at its
 * peak, and how much longer other answers take meanwhile.
 */
export async function measureImports(
	env: Readonly<Record<string, string>>,
	db: Db,
	rows: number,
): Promise<OperationFigure[]> {
	await using site = await startServer(MAIN, { ...env, WORKERS: '1' })
	const headers = await signUp(site)
	const pages = await findPages(db)
	// Warms up the process, whose memory grows with its first answers
	await measureAnswers(site, pages)
	const idle = await measureAnswers(site, pages)
	const restBytes = (await site.usage()).residentBytes
	const file = new File([await makeExport(db, rows)], 'savepoint.json', { type: 'application/json' })
	const call = async (path: string, init: RequestInit = {}) => {
		const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers, ...init })
		if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
		return (await answer.json()) as Import
	}
	const body = new FormData()
	body.set('file', file)
	const { id } = await call(createImport.url, { method: createImport.method, body })
	const act = (url: string) =>
		call(url.replace(':id', id), {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: '{}',
		})
	const figures: OperationFigure[] = []
	let peakBytes = restBytes
	const follow = async (title: string, aim: number | undefined) => {
		const startedMs = performance.now()
		const answers: number[] = []
		let isOver = false
		const load = (async () => {
			while (!isOver) answers.push(await measureAnswers(site, pages))
		})()
		let run = await call(getImport.url.replace(':id', id))
		while (STEPS.includes(run.state)) {
			await sleep(POLL_MS)
			peakBytes = Math.max(peakBytes, (await site.usage()).residentBytes)
			run = await call(getImport.url.replace(':id', id))
		}
		const seconds = (performance.now() - startedMs) / 1000
		isOver = true
		await load
		if (run.error) throw new Error(run.error)
		figures.push({ title: `import, ${rows} rows, ${title}`, value: seconds, unit: 's', aim })
		const times = Math.max(...answers) / idle
		figures.push({ title: `other answers meanwhile, ${title} (median)`, value: times, unit: 'times', aim: 3 })
	}
	await follow('read and matched', undefined)
	await act(applyImport.url)
	await follow('applied', 60)
	await act(undoImport.url)
	await follow('undone', 60)
	figures.push({ title: 'import, more memory', value: (peakBytes - restBytes) / MEGABYTE, unit: 'MB', aim: 60 })
	return figures
}

/** Registers an account, and returns the headers of its calls. */
export async function signUp(site: ServerProcess): Promise<Record<string, string>> {
	const account = {
		email: 'importer@bench.example',
		username: 'importer',
		password: 'Correct1Horse',
		confirmPassword: 'Correct1Horse',
	}
	const answer = await fetch(`http://127.0.0.1:${site.port}${register.url}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(account),
	})
	const { tokens } = (await answer.json()) as { tokens?: { accessToken: string } }
	if (!tokens) throw new Error(`The site answers a registration with ${answer.status}`)
	return { authorization: `Bearer ${tokens.accessToken}` }
}

/** Lists calls that many make. */
export async function findPages(db: Db): Promise<string[]> {
	const { rows } = await sql<{ id: number }>`select id from games order by prominence desc limit 20`.execute(db)
	return ['/api/reviews?limit=12', ...rows.map(({ id }) => `/api/games/${id}`)]
}

/** Returns the median time of other answers in milliseconds. */
export async function measureAnswers({ port }: ServerProcess, pages: readonly string[]): Promise<number> {
	let sent = 0
	const next = () => `GET ${pages[sent++ % pages.length]} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: */*\r\n\r\n`
	return (await generateSteadyLoad(port, next, 200, RATE, WINDOW_SECONDS)).medianMs
}

/** Makes an export with an entry and a play of each game, a review of every tenth and a note in every seventh play. */
async function makeExport(db: Db, limit: number): Promise<string> {
	const { rows } = await sql<{ gameId: number; gameName: string; platform: string | null }>`
		select id as "gameId", name as "gameName", platforms[1] as platform from games order by id limit ${limit}`.execute(
		db,
	)
	const createdAt = '2020-01-02T10:00:00.000Z'
	return JSON.stringify({
		format: 'savepoint-account-1',
		reviews: rows
			.filter((_, index) => index % 10 === 0)
			.map((game) => ({
				...game,
				rating: 4,
				description: `A review of ${game.gameName}.`,
				day: '2020-02-03',
				createdAt,
			})),
		library: rows.map((game) => ({ ...game, status: 'finished', rating: 4, createdAt, updatedAt: createdAt })),
		plays: rows.map(({ platform: _, ...game }, index) => ({
			...{ ...game, id: `play-${index}`, startedOn: '2020-01', endedOn: '2020-02-03', outcome: 'finished' },
			...{ minutes: 600, note: index % 7 ? null : 'Played on a train' },
		})),
	})
}
