import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import { UsageError } from '#server/lifecycle/command-line.ts'
import type { Services } from '#server/services.ts'
import { CommandError } from './command.ts'
import { parseAdminCommand } from './commands.ts'

/** The socket in the data folder through which `npm run admin` reaches the process that has the embedded database open. */
const SOCKET_FILE = 'admin.sock'
const MAX_REQUEST_LENGTH = 64 * 1024

/** What the site answers, one line of JSON each: sentences to print, and at the end whether the command has worked. */
type Answer = { print: string } | { error: string } | { isDone: true }

/**
 * Lets operators run commands on a site whose embedded database no second process can open. The socket is accessible to
 * the site's user only. Returns a function that closes it.
 */
export async function openCommandSocket(services: Services, log: FastifyBaseLogger): Promise<() => Promise<void>> {
	const report = (error: unknown) => log.error({ err: error }, 'an operator command failed')
	const file = path.join(path.resolve(services.config.dataDir), SOCKET_FILE)
	// Left behind by a killed site: the folder's lock says that no other one runs
	await rm(file, { force: true })
	const open = new Set<Socket>()
	const server = createServer((socket) => {
		open.add(socket)
		socket.on('close', () => open.delete(socket))
		socket.on('error', () => socket.destroy())
		serveCommand(socket, services, log).catch(report)
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(file, resolve)
		server.unref()
	}).catch(report)
	return async () => {
		for (const socket of open) socket.destroy()
		await new Promise((resolve) => server.close(resolve))
	}
}

async function serveCommand(socket: Socket, services: Services, log: FastifyBaseLogger): Promise<void> {
	const answer = (line: Answer) => socket.write(`${JSON.stringify(line)}\n`)
	try {
		const request = await readLine(socket)
		if (request === undefined) return
		const parsed = parseAdminCommand(toArguments(request))
		if (typeof parsed === 'string') answer({ print: parsed })
		else await parsed.run(services, (sentence) => answer({ print: sentence }), log)
		answer({ isDone: true })
	} catch (error) {
		if (error instanceof CommandError || error instanceof UsageError) answer({ error: error.message })
		else {
			log.error({ err: error }, 'an operator command failed')
			answer({ error: 'The command failed. The log of the site says why.' })
		}
	} finally {
		socket.end()
	}
}

async function readLine(socket: Socket): Promise<string | undefined> {
	let text = ''
	socket.setEncoding('utf8')
	for await (const piece of socket.iterator({ destroyOnReturn: false })) {
		text += piece
		if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
		if (text.length > MAX_REQUEST_LENGTH) throw new UsageError('The command is too long.')
	}
	return undefined
}

function toArguments(request: string): string[] {
	const args: unknown = JSON.parse(request)
	if (Array.isArray(args) && args.every((arg) => typeof arg === 'string')) return args
	throw new UsageError('The site does not understand this command.')
}

/** Runs a command in the site that has the data folder open. Throws `CommandError` if it fails or the site does not answer. */
export async function runOverSocket(
	dataDir: string,
	args: readonly string[],
	print: (sentence: string) => void,
): Promise<void> {
	const socket = connect(path.join(path.resolve(dataDir), SOCKET_FILE))
	try {
		await once(socket, 'connect')
	} catch (error) {
		throw new CommandError(
			`The site that uses the data folder ${dataDir} does not answer (${(error as Error).message}). Stop it, and run the command again.`,
		)
	}
	socket.write(`${JSON.stringify(args)}\n`)
	for await (const line of createInterface(socket)) {
		const answer = JSON.parse(line) as Answer
		if ('error' in answer) throw new CommandError(answer.error)
		if ('isDone' in answer) return
		print(answer.print)
	}
	throw new CommandError('The site has stopped. Run the command again.')
}
