import { parseArgs } from 'node:util'

const HELP = `  npm run bench -- [word…] [--small]

Compares the site with a bare server, which takes hours and both processors. Nothing else should run.

[word…]  only cases whose title contains one of the words; growth, soak and scroll only run when asked for
--small  a quick round on little data, to check that everything works: its numbers mean nothing

BENCH_DATABASE_URL names a PostgreSQL server, whose role must be a superuser.`

/** The arguments of the benchmark. Loading this ends the process if they ask for help or are wrong. */
export const { words, small } = readArguments()

function readArguments(): { words: string[]; small: boolean } {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: { small: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
		})
		if (!values.help) return { words: positionals, small: values.small ?? false }
		console.log(HELP)
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
		process.exitCode = 1
	}
	return process.exit()
}
