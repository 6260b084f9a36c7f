import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Checks whether a program is installed on this machine. */
export function isInstalled(program: string): boolean {
	return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** Creates a folder for the current test. */
export function createTestFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'savepoint-deploy-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	return folder
}
