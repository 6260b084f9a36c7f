import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { toPattern } from './build-context.ts'
import type { Stage, Step } from './dockerfile.ts'

/** What a stage is built from, and where to. */
interface StageBuild {
	/** Becomes the root of the stage's file system. */
	root: string
	/** The files of the build context, and the folder that they are in. */
	context: readonly string[]
	contextRoot: string
	/** The roots of the stages that are copied from. */
	stages: Readonly<Record<string, string>>
	/** Environment of the commands. */
	env: Record<string, string | undefined>
	/** Whether the commands are run. Those of the last stage change the image's own system. */
	runsCommands: boolean
}

/**
 * Builds a stage outside of a container: copies its files into a folder and runs its commands there, with this system's
 * programs in place of those of the base image. Returns its working directory.
 */
export async function buildStage(stage: Stage, build: StageBuild): Promise<string> {
	let workingDirectory = build.root
	for (const step of stage.steps) {
		if (step.keyword === 'WORKDIR') {
			workingDirectory = path.join(build.root, step.text)
			mkdirSync(workingDirectory, { recursive: true })
		} else if (step.keyword === 'COPY') copyFiles(step, build, workingDirectory)
		else if (step.keyword === 'RUN' && build.runsCommands)
			await promisify(execFile)('/bin/sh', ['-c', step.text], { cwd: workingDirectory, env: build.env })
	}
	return workingDirectory
}

/** Copies like COPY: patterns match files, a folder stands for its content, and a target that ends with `/` is a folder. */
function copyFiles({ text, from }: Step, build: StageBuild, workingDirectory: string): void {
	const words = text.split(/\s+/).filter((word) => !word.startsWith('--'))
	const target = words.at(-1) ?? ''
	const folder = path.resolve(workingDirectory, target)
	for (const source of words.slice(0, -1)) {
		const files = from ? listStageFiles(build, from, source) : listContextFiles(build, source)
		if (files.length === 0) throw new Error(`COPY ${text}: there is no ${source}.`)
		for (const { file, name } of files)
			cpSync(file, path.join(folder, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
	}
}

interface CopiedFile {
	file: string
	/** Its path below the target. */
	name: string
}

function listContextFiles({ context, contextRoot }: StageBuild, source: string): CopiedFile[] {
	const folder = source.endsWith('/') ? source : undefined
	const pattern = toPattern(source)
	return context
		.filter((name) => (folder ? name.startsWith(folder) : pattern.test(name)))
		.map((name) => ({
			file: path.join(contextRoot, name),
			name: folder ? name.slice(folder.length) : path.basename(name),
		}))
}

function listStageFiles({ stages }: StageBuild, stage: string, source: string): CopiedFile[] {
	const root = stages[stage]
	if (root === undefined) throw new Error(`There is no stage ${stage}.`)
	const file = path.join(root, source)
	if (!statSync(file).isDirectory()) return [{ file, name: path.basename(file) }]
	return readdirSync(file).map((name) => ({ file: path.join(file, name), name }))
}
