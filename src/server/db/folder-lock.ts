import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** Another site uses the data folder. */
export class FolderInUseError extends Error {
	constructor(folder: string, pid: number) {
		super(
			`The data folder ${folder} is in use by process ${pid}. One site at a time can use it: stop that one, or set DATA_DIR or DATABASE_URL.`,
		)
		this.name = 'FolderInUseError'
	}
}

/**
 * Locks a folder for this process and returns a function that releases the lock. A stale lock, whose process was killed
 * or whose machine restarted, is taken over. Throws `FolderInUseError` if another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
	const file = path.join(folder, 'lock')
	for (;;) {
		try {
			const handle = await open(file, 'wx')
			await handle.writeFile(JSON.stringify({ pid: process.pid, started: await readStartTime(process.pid) }))
			await handle.close()
			return () => rm(file, { force: true })
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
		}
		const holder = await readHolder(file)
		if (holder && (await isAlive(holder))) throw new FolderInUseError(folder, holder.pid)
		await rm(file, { force: true })
	}
}

interface LockHolder {
	pid: number
	started: string | null
}

async function readHolder(file: string): Promise<LockHolder | undefined> {
	try {
		const holder = JSON.parse(await readFile(file, 'utf8')) as Partial<LockHolder>
		return typeof holder.pid === 'number' ? { pid: holder.pid, started: holder.started ?? null } : undefined
	} catch {
		// An unreadable lock is from an interrupted write
		return undefined
	}
}

async function isAlive(holder: LockHolder): Promise<boolean> {
	const started = await readStartTime(holder.pid)
	// Process ids are reused, especially after a container restarts; the start time distinguishes them
	if (started !== null || holder.started !== null) return started === holder.started
	if (holder.pid === process.pid) return false
	try {
		process.kill(holder.pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

/** Returns a process's start time in clock ticks since boot; null if the process is gone or the system is not Linux. */
async function readStartTime(pid: number): Promise<string | null> {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
	} catch {
		return null
	}
}
