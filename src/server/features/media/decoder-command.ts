import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../../', import.meta.url)
/** What the decoder may read: its own code and its packages. */
const READABLE_PATHS = ['src/', 'node_modules/', 'package.json']

/** The largest picture takes 400 MB; a decompression bomb hits this limit. */
const MAX_DATA_KIB = 1_048_576
/** Stops a decoder that outlives a killed server. */
const MAX_CPU_SECONDS = 60
const MAX_OPEN_FILES = 64
// Each limit applies if the platform supports it. The maximum file size is 0: standard output is a pipe.
const LIMITS = [`-c 0`, `-f 0`, `-d ${MAX_DATA_KIB}`, `-t ${MAX_CPU_SECONDS}`, `-n ${MAX_OPEN_FILES}`]
const LIMITED_EXEC = `${LIMITS.map((limit) => `ulimit ${limit} 2>/dev/null || :`).join('; ')}; exec "$@"`

/**
 * Returns the command that runs a program with as few rights as the platform allows. Node's permission model denies
 * writing, child processes, threads and reading anything but its own code; with a POSIX shell, memory, CPU time and open
 * files are limited too.
 */
export function decoderCommand(program: readonly string[]): [string, ...string[]] {
	const node = [
		process.execPath,
		'--no-warnings',
		'--permission',
		'--allow-addons',
		...READABLE_PATHS.map((name) => `--allow-fs-read=${fileURLToPath(new URL(name, ROOT))}`),
		...program,
	] as [string, ...string[]]
	return process.platform === 'win32' ? node : ['/bin/sh', '-c', LIMITED_EXEC, 'sh', ...node]
}
