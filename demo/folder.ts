import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '#server/db/folder-lock.ts'
import { DEMO_MARKER_FILE } from '#server/site.ts'

const DAY_MS = 24 * 60 * 60_000
const MAX_AGE_MS = 7 * DAY_MS

/** Thrown for a folder that is not a demo's; it is left unchanged. */
export class NotADemoFolder extends Error {
	constructor(message: string) {
		super(message)
		this.name = 'NotADemoFolder'
	}
}

/**
 * Claims a folder for the demo: a new or empty one, or one of an earlier demo. Deletes data that is incomplete or at least
 * a week old. Returns the state; only a `filled` folder can be served as it is. Throws `NotADemoFolder` or
 * `FolderInUseError`.
 */
export async function claimFolder(folder: string, nowMs: number): Promise<'new' | 'unfinished' | 'old' | 'filled'> {
	await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? new NotADemoFolder(`${folder} is not a folder.`) : error
	})
	if ((await readdir(folder)).length === 0) {
		await writeMarker(folder, {})
		return 'new'
	}
	const filledAt = await readFilledAt(folder)
	if (filledAt !== undefined && nowMs - filledAt < MAX_AGE_MS) return 'filled'
	const release = await lockFolder(folder)
	try {
		await writeMarker(folder, {})
		for (const name of await readdir(folder))
			if (name !== DEMO_MARKER_FILE && name !== 'lock')
				await rm(path.join(folder, name), { recursive: true, force: true })
	} finally {
		await release()
	}
	return filledAt === undefined ? 'unfinished' : 'old'
}

/** Records in the folder that it is completely filled. */
export async function markFilled(folder: string, nowMs: number): Promise<void> {
	await writeMarker(folder, { filledAt: new Date(nowMs).toISOString() })
}

/** Writes the marker of a demo folder, with the time it was filled; without one, it is incomplete. */
async function writeMarker(folder: string, state: { filledAt?: string }): Promise<void> {
	await writeFile(path.join(folder, DEMO_MARKER_FILE), `${JSON.stringify(state)}\n`)
}

/** Returns when the folder was filled; undefined if it is incomplete. */
async function readFilledAt(folder: string): Promise<number | undefined> {
	const text = await readFile(path.join(folder, DEMO_MARKER_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'ENOENT'
			? new NotADemoFolder(`${folder} holds something else than a demonstration, and is left as it is.`)
			: error
	})
	try {
		const { filledAt } = JSON.parse(text) as { filledAt?: string }
		const at = Date.parse(filledAt ?? '')
		return Number.isNaN(at) ? undefined : at
	} catch {
		// Truncated while it was written
		return undefined
	}
}
