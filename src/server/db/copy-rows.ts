import type { Connection, Submittable } from 'pg'

interface Outcome {
	resolve: () => void
	reject: (error: Error) => void
}

const QUERY = 'Q'
const COPY_DATA = 'd'
const COPY_DONE = 'c'
const LENGTH_BYTES = 4

/**
 * Creates a query for the `pg` driver that sends `copy … from stdin`, its rows and their end at once. The embedded
 * database answers whole exchanges only, so it cannot ask for the rows; a server ignores them if the statement fails.
 */
export function createCopyIn(statement: string, rows: Buffer, { resolve, reject }: Outcome): Submittable {
	const copy = {
		submit({ stream }: Connection) {
			const query = Buffer.from(`${statement}\0`)
			stream.write(
				Buffer.concat([
					...[encodeHead(QUERY, query), query],
					...[encodeHead(COPY_DATA, rows), rows],
					encodeHead(COPY_DONE, Buffer.alloc(0)),
				]),
			)
		},
		// The names that the driver calls
		handleError: reject,
		handleReadyForQuery: resolve,
		handleCopyInResponse() {},
		handleCommandComplete() {},
	}
	return copy
}

/** Encodes what precedes the content of a message of PostgreSQL's protocol: its type, and a length that includes itself. */
function encodeHead(type: string, content: Buffer): Buffer {
	const head = Buffer.alloc(type.length + LENGTH_BYTES)
	head.write(type, 'latin1')
	head.writeUInt32BE(content.length + LENGTH_BYTES, type.length)
	return head
}
