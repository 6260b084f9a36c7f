import { once } from 'node:events'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { BaseBackup } from '#server/db/backup-lock.ts'
import { BackupError } from './backup-error.ts'
import { SOCKET_FILE, type SocketAnswer, type SocketRequest } from './site-socket.ts'

const COPY_FOLDER = 'backup-copy'
const DATABASE_FOLDER = 'postgres'
const LOG_FOLDER = 'pg_wal'
/** Copied last, as PostgreSQL's own base backups do. */
const CONTROL_FILE = path.join('global', 'pg_control')
const SKIPPED = new Set([LOG_FOLDER, CONTROL_FILE, 'postmaster.pid'])
const LOG_FILE_NAME = /^[0-9A-F]{24}$/
const SEGMENTS_PER_LOG = 256

/** A copy of a running site's embedded database. */
export interface DatabaseCopy {
	/** A data folder with the database alone. */
	folder: string
	/** Deletes the copy, and lets the site delete replaced pictures again. */
	close: () => Promise<void>
}

/**
 * Copies the embedded database of a running site while it goes on: the files in any order, then the log of what has
 * changed meanwhile, from which the copy recovers when it is opened. Throws `BackupError` if the site does not answer.
 */
export async function copyRunningDatabase(dataDir: string): Promise<DatabaseCopy> {
	const folder = path.join(dataDir, COPY_FOLDER)
	const site = await connectToSite(dataDir)
	const close = async () => {
		site.close()
		await rm(folder, { recursive: true, force: true })
	}
	try {
		await site.send('start')
		// Only now is it certain that no other backup uses it
		await rm(folder, { recursive: true, force: true })
		const [source, target] = [dataDir, folder].map((parent) => path.join(parent, DATABASE_FOLDER)) as [string, string]
		await copyFolder(source, target)
		await copyIfPresent(path.join(source, CONTROL_FILE), path.join(target, CONTROL_FILE))
		const end = (await site.send('end')) as BaseBackup
		await copyLogs(path.join(source, LOG_FOLDER), path.join(target, LOG_FOLDER), end)
		await writeFile(path.join(target, 'backup_label'), end.label)
		return { folder, close }
	} catch (error) {
		await close()
		throw error
	}
}

async function connectToSite(dataDir: string) {
	const socket = connect(path.join(dataDir, SOCKET_FILE))
	try {
		await once(socket, 'connect')
	} catch (error) {
		throw new BackupError(
			`The site that uses the data folder ${dataDir} does not let itself be backed up (${(error as Error).message}). Stop it, and run the command again.`,
		)
	}
	const answers = createInterface(socket)[Symbol.asyncIterator]()
	socket.on('error', () => {})
	return {
		async send(request: SocketRequest): Promise<SocketAnswer> {
			socket.write(`${request}\n`)
			const { value } = await answers.next()
			if (value === undefined) throw new BackupError('The site has stopped. Run the command again.')
			const answer = JSON.parse(value) as SocketAnswer
			if ('error' in answer) throw new BackupError(answer.error)
			return answer
		},
		close: () => socket.destroy(),
	}
}

async function copyFolder(source: string, target: string, inside = ''): Promise<void> {
	await mkdir(path.join(target, inside), { recursive: true })
	for (const entry of await readdir(path.join(source, inside), { withFileTypes: true })) {
		const name = path.join(inside, entry.name)
		if (SKIPPED.has(name)) continue
		if (entry.isDirectory()) await copyFolder(source, target, name)
		else await copyIfPresent(path.join(source, name), path.join(target, name))
	}
}

/** Copies a file unless it has just been deleted, which the log repeats. Shares its blocks where the disk can. */
async function copyIfPresent(source: string, target: string): Promise<void> {
	try {
		await copyFile(source, target, constants.COPYFILE_FICLONE)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	}
}

async function copyLogs(source: string, target: string, { firstLog, lastLog }: BaseBackup): Promise<void> {
	await mkdir(path.join(target, 'archive_status'), { recursive: true })
	const logs = (await readdir(source)).filter((name) => LOG_FILE_NAME.test(name) && name >= firstLog && name <= lastLog)
	if (!logs.includes(firstLog) || !logs.includes(lastLog) || logs.length !== countLogs(firstLog, lastLog))
		throw new BackupError('The site has deleted log that the backup needs. Run the command again.')
	for (const name of logs) await copyFile(path.join(source, name), path.join(target, name))
}

/** Counts the files of log from one to another. Names are timeline, log and segment, 8 hexadecimal digits each. */
function countLogs(first: string, last: string): number {
	const number = (name: string) =>
		Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(name.slice(16), 16)
	return number(last) - number(first) + 1
}
