import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { BARE_ENV } from './bare-env.ts'
import type { DataLocation } from './site-process.ts'

const PROJECT = path.resolve(import.meta.dirname, '../..')

/** Runs `npm run admin` on the site of a data location, which may be running, and returns what it prints. Throws if it fails. */
export async function runAdmin({ env }: Pick<DataLocation, 'env'>, ...args: string[]): Promise<string> {
	const options = { cwd: PROJECT, env: { ...BARE_ENV, ...env } }
	return (await promisify(execFile)(process.execPath, ['src/admin.ts', ...args], options)).stdout.trimEnd()
}
