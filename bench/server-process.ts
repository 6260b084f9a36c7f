import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Usage } from './report-usage.ts'

/** A server in a child process, on the loopback interface. */
export interface ServerProcess extends AsyncDisposable {
	port: number
	pid: number
	usage: () => Promise<Usage>
	/** Sends a message to the process. */
	send: (message: object) => void
}

const STARTUP_TIMEOUT_MS = 60_000
const preload = new URL('./report-usage.ts', import.meta.url).href

/**
 * Starts a program on this Node, or on another, and waits until it listens on `PORT`. Discards its output; throws with its
 * errors if it exits.
 */
export async function startServer(
	program: URL,
	env: Readonly<Record<string, string>>,
	node = process.execPath,
): Promise<ServerProcess> {
	const port = await findFreePort()
	const child = spawn(node, ['--import', preload, fileURLToPath(program)], {
		env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	})
	let errors = ''
	child.stderr?.on('data', (text: Buffer) => {
		errors = `${errors}${text}`.slice(-4_000)
	})
	const deadline = Date.now() + STARTUP_TIMEOUT_MS
	while (!(await isListening(port))) {
		if (child.exitCode !== null) throw new Error(`${program.pathname} ended with code ${child.exitCode}:\n${errors}`)
		if (Date.now() > deadline) {
			child.kill('SIGKILL')
			throw new Error(`${program.pathname} did not listen within ${STARTUP_TIMEOUT_MS / 1000} s:\n${errors}`)
		}
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
	return {
		port,
		pid: child.pid ?? 0,
		async usage() {
			child.send('usage')
			const [usage] = (await once(child, 'message')) as [Usage]
			return usage
		},
		send: (message) => child.send(message),
		[Symbol.asyncDispose]: () => stop(child),
	}
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return
	const exited = once(child, 'exit')
	child.kill('SIGTERM')
	const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
	await exited
	clearTimeout(killTimer)
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	server.close()
	await once(server, 'close')
	if (address === null || typeof address === 'string') throw new Error('No free port')
	return address.port
}

function isListening(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1')
		socket.on('connect', () => {
			socket.destroy()
			resolve(true)
		})
		socket.on('error', () => resolve(false))
	})
}
