// `npm run docs`: runs the commands in the documents as a newcomer would. Every line of every ```sh block must succeed in a
// copy of the project without packages and with an empty home folder; other code blocks are not run. Also checks links
// between files.

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run } from './processes.mjs'

const documents = [
	'README.md',
	...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md' && name !== 'CHANGELOG.md'),
	...readdirSync(join(root, 'docs'), { recursive: true })
		.filter((name) => name.endsWith('.md'))
		.map((name) => join('docs', name)),
]
const TIMEOUT_MS = 5 * 60_000

const errors = documents.flatMap(findBrokenLinks)
const folder = mkdtempSync(join(tmpdir(), 'savepoint-docs-'))
const copy = join(folder, 'savepoint')
const DATABASE_ADDRESS = /\bDATABASE_URL=\S+/
let database
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
try {
	await copyProject()
	const commands = documents.flatMap((document) => readCommands(document).map((line) => ({ document, line })))
	if (commands.some(({ line }) => DATABASE_ADDRESS.test(line))) database = await createEmptyDatabase()
	for (const { document, line } of commands) await check(document, line)
} finally {
	await database?.drop()
	rmSync(folder, { recursive: true, force: true })
}
for (const error of errors) console.error(error)
console.log(errors.length ? `${errors.length} errors in the documents.` : 'The documents are correct.')
process.exitCode = errors.length ? 1 : 0

async function check(document, line) {
	const script = /\bnpm (?:run )?([a-z:-]+)/.exec(line)?.[1]
	if (script && script !== 'ci' && !(script in scripts))
		return errors.push(`${document}: there is no script for "${line}"`)
	// `npm test` would run itself
	if (/\bnpm test\b/.test(line)) return console.log(`${document}: ${line} (skipped)`)
	const startedMs = Date.now()
	const error = /\bnpm (start|run dev)\b(?!.*--help)/.test(line) ? await serve(line) : await runLine(line)
	console.log(`${document}: ${line} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
	if (error) errors.push(`${document}: "${line}" ${error}`)
}

async function runLine(line) {
	const { code, output } = await waitForExit(spawnInCopy(line))
	return code === 0 ? undefined : `ended with ${code}:\n${output}`
}

/** Starts the site with the line's command on a free port, requests the home page and stops the site. */
async function serve(line) {
	const port = await findFreePort()
	const site = spawnInCopy(line.replace(/\bPORT=\d+/, ''), { PORT: String(port), HOST: '127.0.0.1' })
	const end = waitForExit(site)
	const address = await Promise.race([readAddress(site), end.then(() => undefined)])
	if (!address) return `ended with ${(await end).code}:\n${(await end).output}`
	const problem = await fetch(`http://127.0.0.1:${port}/`).then(
		async (answer) =>
			answer.status === 200 && (await answer.text()).includes('</html>')
				? undefined
				: `serves a home page with status ${answer.status}`,
		(error) => `does not answer: ${error.message}`,
	)
	site.kill('SIGTERM')
	const { code, output } = await end
	if (problem) return `${problem}\n${output}`
	return code === 0 ? undefined : `ended with ${code} after SIGTERM:\n${output}`
}

function spawnInCopy(line, env = {}) {
	// A newcomer's environment, without the settings, packages and npm variables of this process
	const own = /^(npm_(?!config_(registry|cafile|.*proxy)$)|NODE_|INIT_CWD$|DATABASE_URL$|DATA_DIR$|CI$)/i
	const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
	const path = plain.PATH.split(':').filter((part) => !part.includes('node_modules'))
	return spawn('bash', ['-c', database ? line.replace(DATABASE_ADDRESS, `DATABASE_URL=${database.address}`) : line], {
		cwd: copy,
		env: { ...plain, PATH: path.join(':'), HOME: join(folder, 'home'), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
}

/** Creates an empty database on a server of its own, which replaces the one that the documents name. */
async function createEmptyDatabase() {
	const { startCluster } = await import('../test/kit/peers/postgres-cluster.ts')
	const cluster = await startCluster()
	return { address: await cluster.createDatabase('documents'), drop: () => cluster[Symbol.asyncDispose]() }
}

function waitForExit(child) {
	return new Promise((resolve) => {
		let output = ''
		child.stdout.on('data', (text) => (output += text))
		child.stderr.on('data', (text) => (output += text))
		const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
		child.on('close', (code, signal) => {
			clearTimeout(timer)
			resolve({ code: code ?? signal, output })
		})
	})
}

function readAddress(child) {
	return new Promise((resolve) => {
		let output = ''
		child.stdout.on('data', (text) => {
			output += text
			const address = /ready: (https?:\/\/\S+)/.exec(output)
			if (address) resolve(address[1])
		})
	})
}

/** Copies the files that git tracks or would add, so that changes can be checked before they are committed. */
async function copyProject() {
	mkdirSync(join(folder, 'home'))
	const { output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		capture: true,
	})
	for (const file of output.split('\0').filter((name) => name && existsSync(join(root, name)))) {
		mkdirSync(dirname(join(copy, file)), { recursive: true })
		cpSync(join(root, file), join(copy, file))
	}
}

function readCommands(document) {
	const blocks = readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)
	return [...blocks].flatMap(([, block]) =>
		block
			.split('\n')
			.map((line) => line.replace(/(^|\s)#.*$/, '').trim())
			.filter(Boolean),
	)
}

function findBrokenLinks(document) {
	const text = readFileSync(join(root, document), 'utf8')
	const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target]) => target)
	return links
		.filter((target) => !existsSync(join(root, dirname(document), target)))
		.map((target) => `${document}: links to ${target}, which does not exist`)
}

function findFreePort() {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address()
			server.close(() => resolve(port))
		})
	})
}
