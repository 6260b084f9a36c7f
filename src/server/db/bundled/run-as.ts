import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchown, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { BundledServerError } from './bundled-server-error.ts'

/** Runs programs as the user that the server runs as. */
export interface Runner {
	uid: number | undefined
	/** Starts a program in the root folder with a minimal environment. */
	spawn: (program: string, args: readonly string[], options: Pick<SpawnOptions, 'stdio' | 'detached'>) => ChildProcess
	/** Makes the user the owner of a file, or of a folder and everything in it. */
	giveTo: (file: string) => Promise<void>
}

interface User {
	uid: number
	gid: number
}

/** What the user of the server must reach: a script, a program and a folder. */
interface Needed {
	script: string
	program: string
	folder: string
}

const ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
/** The right to pass folders that are closed to a user. */
const CAPABILITIES = '+dac_override,+dac_read_search'

/**
 * Creates the runner for the server of a data folder. It runs programs as this user, or for root, as whom PostgreSQL refuses
 * to run, as the folder's owner, or else as `nobody`. Where that user cannot reach what it needs, as in a clone in the home
 * of root, the programs get the right to. Throws `BundledServerError` if the system allows neither.
 */
export async function createRunner(dataDir: string, needed: Needed): Promise<Runner> {
	if (process.getuid?.() !== 0) return { uid: process.getuid?.(), spawn: runPlain, giveTo: async () => {} }
	const user = await findUser(dataDir)
	const run = (await canReach(runAs(user), needed)) ? runAs(user) : runWithCapabilities(user)
	if (!(await canReach(run, needed)))
		throw new BundledServerError(
			`PostgreSQL refuses to run as root, and this system does not let it run as another user who can reach ${needed.program} and ${needed.folder}. Run Savepoint as another user, or set DATABASE_URL.`,
		)
	return { uid: user.uid, spawn: run, giveTo: (file) => changeOwner(file, user) }
}

async function findUser(dataDir: string): Promise<User> {
	const { uid, gid } = await stat(dataDir)
	if (uid !== 0) return { uid, gid }
	const readId = async (which: string) => Number((await promisify(execFile)('id', [which, 'nobody'])).stdout)
	return { uid: await readId('-u'), gid: await readId('-g') }
}

const runPlain: Runner['spawn'] = (program, args, options) => spawn(program, args, { ...options, cwd: '/', env: ENV })

function runAs(user: User): Runner['spawn'] {
	return (program, args, options) => spawn(program, args, { ...options, ...user, cwd: '/', env: ENV })
}

function runWithCapabilities({ uid, gid }: User): Runner['spawn'] {
	const words = [
		...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'],
		...[`--inh-caps=${CAPABILITIES}`, `--ambient-caps=${CAPABILITIES}`],
	]
	return (program, args, options) => runPlain('setpriv', [...words, program, ...args], options)
}

async function canReach(run: Runner['spawn'], { script, program, folder }: Needed): Promise<boolean> {
	const check = 'test -r "$1" && test -x "$2" && test -x "$3"'
	try {
		// Throws at once if this process may not become another user
		const child = run('/bin/sh', ['-c', check, 'check', script, program, folder], { stdio: 'ignore' })
		const [code] = (await once(child, 'exit')) as [number | null]
		return code === 0
	} catch {
		return false
	}
}

async function changeOwner(file: string, { uid, gid }: User): Promise<void> {
	const stats = await lstat(file)
	if (stats.uid === uid && stats.gid === gid) return
	const names = stats.isDirectory() ? await readdir(file, { recursive: true }) : []
	for (const name of ['', ...names]) await lchown(path.join(file, name), uid, gid)
}
