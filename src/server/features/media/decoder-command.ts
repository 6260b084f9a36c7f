import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../../', import.meta.url)
/** What the decoder may read: its own code, and that of its packages. */
const READABLE = ['src/', 'node_modules/', 'package.json']

/** The largest picture takes 400 MB; a memory bomb ends at this. */
const DATA_KIB = 1_048_576
/** Ends a decoder that outlives a killed site. */
const CPU_SECONDS = 60
const OPEN_FILES = 64
// Each limit where the platform knows it; files of no length, because standard output is a pipe
const LIMITS = [`-c 0`, `-f 0`, `-d ${DATA_KIB}`, `-t ${CPU_SECONDS}`, `-n ${OPEN_FILES}`]
const WITH_LIMITS = `${LIMITS.map((limit) => `ulimit ${limit} 2>/dev/null || :`).join('; ')}; exec "$@"`

/**
 * The command that runs a program with as few rights as the platform gives: Node's permission model leaves it no writing,
 * no processes, no threads and no reading but its own code, and on systems with a POSIX shell its memory, time and files
 * are bounded.
 */
export function decoderCommand(program: readonly string[]): [string, ...string[]] {
	const node = [
		process.execPath,
		'--no-warnings',
		'--permission',
		'--allow-addons',
		...READABLE.map((name) => `--allow-fs-read=${fileURLToPath(new URL(name, ROOT))}`),
		...program,
	] as [string, ...string[]]
	return process.platform === 'win32' ? node : ['/bin/sh', '-c', WITH_LIMITS, 'sh', ...node]
}
