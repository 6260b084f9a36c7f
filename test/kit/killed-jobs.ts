import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'

export type KillableJob = 'imports' | 'recommendations' | 'releases'

interface KillOptions {
	kills: number
	/** Each is killed after at most so many statements. */
	statements: number
	/** Called after each kill. */
	afterKill?: () => Promise<void>
}

/**
 * Lets so many processes run a job, each of which is killed after some statements, and then one that ends it. Throws if one of them
 * ends otherwise.
 */
export async function runWithKills(
	env: NodeJS.ProcessEnv,
	job: KillableJob,
	{ kills, statements, afterKill }: KillOptions,
): Promise<void> {
	for (const killAt of fc.sample(fc.integer({ min: 1, max: statements }), kills)) {
		await runJob({ ...env, JOB: job, KILL_AT: String(killAt) }, 'SIGKILL')
		await afterKill?.()
	}
	await runJob({ ...env, JOB: job }, 0)
}

async function runJob(env: NodeJS.ProcessEnv, expected: number | 'SIGKILL'): Promise<void> {
	const child = spawn(process.execPath, ['test/kit/job-worker.ts'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
	const [code, signal] = await once(child, 'exit')
	if ((signal ?? code) !== expected)
		throw new Error(`The job ${env.JOB} ended with ${signal ?? code} (statement ${env.KILL_AT})`)
}
