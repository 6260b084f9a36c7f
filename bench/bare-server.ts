// The baseline of a case: a bare Node HTTP server that only runs the same statements with the same driver and sends the
// same bytes.

import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { PREPARED_PLANS } from '#server/db/prepared-statements.ts'
import { toOptions } from '#server/db/server-pool.ts'
import { fillTemplate } from './statement-template.ts'

/** The work of the bare server, which gives the answers in rotation. */
export interface BareWork {
	answers: BareAnswer[]
	/** The values for `vary` in the statements, one row per request. */
	rows: string[][]
}

export interface BareAnswer {
	statements: Statement[]
	status: number
	/** Alternating names and values, as sent by the site. */
	headers: string[]
	bodyBase64: string
}

/** A statement as the site passed it to the driver. */
export interface Statement {
	/** Undefined if the statement is planned each time. */
	name: string | undefined
	text: string
	values: unknown[]
}

const { DATABASE_URL, DATABASE_CONNECTIONS, PORT } = process.env
// Timestamps and dates stay text, the least possible work
const types = {
	getTypeParser: (oid: number, format?: 'text' | 'binary') =>
		oid === 1184 || oid === 1082 ? String : pg.types.getTypeParser(oid, format),
}
const openPool = (options: pg.PoolConfig) =>
	new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_CONNECTIONS), types, ...options })
// Statements are planned as the site plans them
const prepared = openPool({ options: toOptions(PREPARED_PLANS) })
const planned = openPool({})

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
			await (name ? prepared : planned).query({
				...(name ? { name } : {}),
				text,
				values: row && fresh ? fillTemplate(values, row, fresh) : values,
			})
		response.writeHead(status, headers).end(bodies[index])
	} catch {
		response.writeHead(500).end()
	}
}
