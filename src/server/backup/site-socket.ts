import { rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { endBaseBackup, startBaseBackup, unlockBackup } from '#server/db/backup-lock.ts'
import type { Db } from '#server/db/tables.ts'

/** The socket in the data folder through which a backup talks to the running site. */
export const SOCKET_FILE = 'backup.sock'

/** What a backup sends, one word a line: the files may change now, and the copy of the database is complete. */
export type SocketRequest = 'start' | 'end'

/** What the site answers, one line of JSON per request. */
export type SocketAnswer = { label?: string; firstLog?: string; lastLog?: string } | { error: string }

/**
 * Lets a backup copy the files of the embedded database while the site runs, one backup at a time. The socket is
 * accessible to the site's user only. Returns a function that closes it.
 */
export async function openBackupSocket(
	folder: string,
	db: Db,
	report: (error: unknown) => void,
): Promise<() => Promise<void>> {
	const file = path.join(folder, SOCKET_FILE)
	// Left behind by a killed site: the folder's lock says that no other one runs
	await rm(file, { force: true })
	let current: { socket: Socket; serving: Promise<void> } | undefined
	const server = createServer((socket) => {
		socket.on('error', () => socket.destroy())
		if (current) {
			socket.end(format({ error: 'Another backup is running. Try again when it has ended.' }))
			return
		}
		const serving = serveBackup(socket, db)
			.catch(report)
			.finally(() => {
				current = undefined
			})
		current = { socket, serving }
	})
	await listen(server, file).catch(report)
	return async () => {
		current?.socket.destroy()
		await current?.serving
		await new Promise((resolve) => server.close(resolve))
	}
}

/** Answers requests until the other end closes the connection, then ends what it has started. */
async function serveBackup(socket: Socket, db: Db): Promise<void> {
	let hasStarted = false
	let isCopying = false
	try {
		for await (const request of createInterface(socket)) {
			if (request === 'start' && !hasStarted) {
				hasStarted = true
				await startBaseBackup(db)
				isCopying = true
				socket.write(format({}))
			} else if (request === 'end' && isCopying) {
				isCopying = false
				socket.write(format(await endBaseBackup(db)))
			} else socket.end(format({ error: `The site does not understand "${request}".` }))
		}
	} finally {
		socket.destroy()
		if (isCopying) await endBaseBackup(db)
		if (hasStarted) await unlockBackup(db)
	}
}

function format(answer: SocketAnswer): string {
	return `${JSON.stringify(answer)}\n`
}

function listen(server: Server, file: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject)
		server.listen(file, resolve)
		// A site that only waits for a backup may exit
		server.unref()
	})
}
