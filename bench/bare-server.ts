// What a case is measured against: the platform's HTTP server that runs the same statements by the same driver and
// sends the same bytes, and does nothing else.

import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'

/** What the bare server answers every request with. */
export interface BareAnswer {
	statements: Statement[]
	status: number
	/** Names and values by turns, as they came from the site. */
	headers: string[]
	bodyBase64: string
}

/** A statement as the site handed it to the driver. */
export interface Statement {
	name: string
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

let statements: Statement[] = []
let send = (response: ServerResponse) => void response.writeHead(503).end()

process.on('message', (message: BareAnswer | 'usage') => {
	if (message === 'usage') return
	const { status, headers } = message
	const body = Buffer.from(message.bodyBase64, 'base64')
	statements = message.statements
	send = (response) => void response.writeHead(status, headers).end(body)
})

const server = createServer((_request, response) => {
	if (statements.length === 0) send(response)
	else void answer(response)
})
server.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

async function answer(response: ServerResponse): Promise<void> {
	try {
		for (const statement of statements) await pool.query(statement)
		send(response)
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
