// What a case is measured against: the platform's HTTP server that runs the same statements by the same driver and
// sends the same bytes, and does nothing else.

import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { fillTemplate } from './statement-template.ts'

/** What the bare server does from now on: the answers by turns. */
export interface BareWork {
	answers: BareAnswer[]
	/** What takes the place of `vary` in the statements, a row a request. */
	rows: string[][]
}

export interface BareAnswer {
	statements: Statement[]
	status: number
	/** Names and values by turns, as they came from the site. */
	headers: string[]
	bodyBase64: string
}

/** A statement as the site handed it to the driver. */
export interface Statement {
	/** Undefined where it is planned each time. */
	name: string | undefined
	text: string
	values: unknown[]
}

const { DATABASE_URL, DATABASE_CONNECTIONS, DATA_DIR = '', PORT } = process.env
// Times and dates stay text, which is the least that can be done with them.
const types = {
	getTypeParser: (oid: number, format?: 'text' | 'binary') =>
		oid === 1184 || oid === 1082 ? String : pg.types.getTypeParser(oid, format),
}
const pool = DATABASE_URL
	? new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_CONNECTIONS), types })
	: await embeddedPool()

let work: BareWork = { answers: [], rows: [] }
let bodies: Buffer[] = []
let requests = 0

process.on('message', (message: BareWork | 'usage') => {
	if (message === 'usage') return
	work = message
	bodies = message.answers.map(({ bodyBase64 }) => Buffer.from(bodyBase64, 'base64'))
	requests = 0
})

const server = createServer((request, response) => {
	if (request.method === 'GET') void answer(response)
	else request.resume().on('end', () => void answer(response))
})
server.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

async function answer(response: ServerResponse): Promise<void> {
	const n = requests++
	const index = n % work.answers.length
	const { statements, status, headers } = work.answers[index] ?? { statements: [], status: 503, headers: [] }
	try {
		const row = work.rows[n]
		const fresh = row && crypto.randomUUID()
		for (const { name, text, values } of statements)
			await pool.query({
				...(name ? { name } : {}),
				text,
				values: row && fresh ? fillTemplate(values, row, fresh) : values,
			})
		response.writeHead(status, headers).end(bodies[index])
	} catch {
		response.writeHead(500).end()
	}
}

async function embeddedPool(): Promise<pg.Pool> {
	const embedded = await startEmbedded({ folder: DATA_DIR }, (error) => {
		throw error
	})
	return new pg.Pool({
		max: 1,
		types,
		stream: () => embedded.connect(),
		user: 'postgres',
		database: 'postgres',
		idleTimeoutMillis: 0,
	})
}
