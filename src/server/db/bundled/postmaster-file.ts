import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What a running server writes to `postmaster.pid` in its folder. */
export interface Postmaster {
	pid: number
	socketFolder: string
	state: 'starting' | 'stopping' | 'ready'
}

const STOP_TIMEOUT_MS = 20_000
const POLL_MS = 20

/** Reads the file of the server that runs, or has run until it was killed, in a cluster; undefined if there is none. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
	const text = await readFile(getFile(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
		return ''
	})
	// https://www.postgresql.org/docs/18/storage-file-layout.html; the state follows the shared memory
	const lines = text.split('\n')
	const pid = Number(lines[0])
	const state = lines[7]?.trim()
	if (!(pid > 0)) return undefined
	return {
		pid,
		socketFolder: lines[4] ?? '',
		state: state === 'ready' || state === 'stopping' ? state : 'starting',
	}
}

/**
 * Stops an orphan: a server whose supervisor was killed. A file that names another program's process, as after a restart of
 * the machine, is removed: PostgreSQL would take that program for a server. `isSupervised` tells whether another process has
 * just started a server.
 */
export async function stopOrphan(cluster: string, isSupervised: () => Promise<boolean>): Promise<void> {
	const postmaster = await readPostmaster(cluster)
	// Asked after the file is read: a supervisor is there before its server
	if (!postmaster || !isAlive(postmaster.pid) || (await isSupervised())) return
	if (!(await isServer(postmaster.pid, cluster))) return rm(getFile(cluster), { force: true })
	const began = performance.now()
	for (let signal: NodeJS.Signals | 0 = 'SIGINT'; isAlive(postmaster.pid); signal = 0) {
		if (performance.now() - began > STOP_TIMEOUT_MS) signal = 'SIGQUIT'
		send(postmaster.pid, signal)
		await sleep(POLL_MS)
	}
}

function getFile(cluster: string): string {
	return path.join(cluster, 'postmaster.pid')
}

function isAlive(pid: number): boolean {
	return send(pid, 0)
}

/** Sends a signal to a process of this user, or as root to any. Returns false if there is none. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(pid, signal)
		return true
	} catch {
		return false
	}
}

/** Whether a process is the server of a cluster: it works in that folder, or was started with it where the system hides the former. */
async function isServer(pid: number, cluster: string): Promise<boolean> {
	if (process.platform === 'linux')
		return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(cluster))
	const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
		stdout: '',
	}))
	return stdout.includes(` -D ${cluster} `)
}
