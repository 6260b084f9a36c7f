// `npm run docs`: does what the documents say, as a newcomer would. In a copy of the project without packages, with an
// empty home folder, every line of every ```sh block is run and must succeed; other fences are for reading only.
// Links between files are checked too.

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
const patienceMs = 5 * 60_000

const mistakes = documents.flatMap(brokenLinks)
const folder = mkdtempSync(join(tmpdir(), 'savepoint-docs-'))
const copy = join(folder, 'savepoint')
const databaseAddress = /\bDATABASE_URL=\S+/
let database
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
try {
	await copyProject()
	const commands = documents.flatMap((document) => commandsOf(document).map((line) => ({ document, line })))
	if (commands.some(({ line }) => databaseAddress.test(line))) database = await emptyDatabase()
	for (const { document, line } of commands) await check(document, line)
} finally {
	await database?.drop()
	rmSync(folder, { recursive: true, force: true })
}
for (const mistake of mistakes) console.error(mistake)
console.log(mistakes.length ? `${mistakes.length} mistakes in the documents.` : 'The documents are true.')
process.exitCode = mistakes.length ? 1 : 0

async function check(document, line) {
	const script = /\bnpm (?:run )?([a-z:-]+)/.exec(line)?.[1]
	if (script && script !== 'ci' && !(script in scripts))
		return mistakes.push(`${document}: there is no script for "${line}"`)
	// The whole run is what `npm test` is; it would only run itself.
	if (/\bnpm test\b/.test(line)) return console.log(`${document}: ${line} (is run by itself)`)
	const startedMs = Date.now()
	const mistake = /\bnpm (start|run dev)\b(?!.*--help)/.test(line) ? await serve(line) : await runLine(line)
	console.log(`${document}: ${line} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
	if (mistake) mistakes.push(`${document}: "${line}" ${mistake}`)
}

async function runLine(line) {
	const { code, output } = await finished(inCopy(line))
	return code === 0 ? undefined : `ended with ${code}:\n${output}`
}

/** Starts the site as the line says, but on a free port; looks at the home page; stops it. */
async function serve(line) {
	const port = await freePort()
	const site = inCopy(line.replace(/\bPORT=\d+/, ''), { PORT: String(port), HOST: '127.0.0.1' })
	const end = finished(site)
	const address = await Promise.race([printedAddress(site), end.then(() => undefined)])
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

function inCopy(line, env = {}) {
	// Only what a newcomer has: nothing of the settings, packages and npm run around this one.
	const own = /^(npm_(?!config_(registry|cafile|.*proxy)$)|NODE_|INIT_CWD$|DATABASE_URL$|DATA_DIR$|CI$)/i
	const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
	const path = plain.PATH.split(':').filter((part) => !part.includes('node_modules'))
	return spawn('bash', ['-c', database ? line.replace(databaseAddress, `DATABASE_URL=${database.address}`) : line], {
		cwd: copy,
		env: { ...plain, PATH: path.join(':'), HOME: join(folder, 'home'), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
}

/** An empty database on the server of TEST_DATABASE_URL, in the place of the one that the documents name. */
async function emptyDatabase() {
	if (!process.env.TEST_DATABASE_URL)
		throw new Error('The documents use PostgreSQL: name a server in TEST_DATABASE_URL.')
	const { Client } = (await import('pg')).default
	const client = new Client(process.env.TEST_DATABASE_URL)
	await client.connect()
	const name = `savepoint_docs_${process.pid}`
	await client.query(`create database ${name} template template0`)
	const address = new URL(process.env.TEST_DATABASE_URL)
	address.pathname = name
	return {
		address: address.href,
		async drop() {
			await client.query(`drop database ${name} with (force)`)
			await client.end()
		},
	}
}

function finished(child) {
	return new Promise((resolve) => {
		let output = ''
		child.stdout.on('data', (text) => (output += text))
		child.stderr.on('data', (text) => (output += text))
		const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
		child.on('close', (code, signal) => {
			clearTimeout(patience)
			resolve({ code: code ?? signal, output })
		})
	})
}

function printedAddress(child) {
	return new Promise((resolve) => {
		let output = ''
		child.stdout.on('data', (text) => {
			output += text
			const address = /ready: (https?:\/\/\S+)/.exec(output)
			if (address) resolve(address[1])
		})
	})
}

/** The files that git knows or would add, so that a change can be checked before it is committed. */
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

function commandsOf(document) {
	const blocks = readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)
	return [...blocks].flatMap(([, block]) =>
		block
			.split('\n')
			.map((line) => line.replace(/(^|\s)#.*$/, '').trim())
			.filter(Boolean),
	)
}

function brokenLinks(document) {
	const text = readFileSync(join(root, document), 'utf8')
	const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target]) => target)
	return links
		.filter((target) => !existsSync(join(root, dirname(document), target)))
		.map((target) => `${document}: links to ${target}, which does not exist`)
}

function freePort() {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address()
			server.close(() => resolve(port))
		})
	})
}
