import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose connections a test can stall or close. */
export interface TcpProxy extends AsyncDisposable {
	port: number
	/** Stalls all traffic in both directions, including on new connections, without closing any. */
	silence: () => void
	/** Lets new connections through again; stalled ones stay stalled. */
	restore: () => void
	/** Closes every connection. */
	cut: () => void
}

/** A connection through the proxy: both sockets, or only the client's if it was stalled from the start. */
interface Pair {
	sockets: Socket[]
	isSilent: boolean
}

/** Starts a proxy on a free loopback port. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
	const pairs = new Set<Pair>()
	let isSilent = false

	const server = createServer((near) => {
		const pair: Pair = { sockets: [near], isSilent }
		pairs.add(pair)
		if (isSilent) near.pause()
		else {
			const far = connect(targetPort, '127.0.0.1')
			pair.sockets.push(far)
			near.on('data', (bytes) => far.write(bytes))
			far.on('data', (bytes) => near.write(bytes))
		}
		for (const socket of pair.sockets) {
			// Connection errors are expected
			socket.on('error', () => {})
			// A stalled connection does not even forward its end
			socket.on('close', () => !pair.isSilent && end(pair))
		}
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	function end(pair: Pair): void {
		pairs.delete(pair)
		for (const socket of pair.sockets) socket.destroy()
	}

	return {
		port: (server.address() as AddressInfo).port,
		silence() {
			isSilent = true
			for (const pair of pairs) {
				pair.isSilent = true
				for (const socket of pair.sockets) socket.pause()
			}
		},
		restore() {
			isSilent = false
		},
		cut() {
			for (const pair of pairs) end(pair)
		},
		async [Symbol.asyncDispose]() {
			for (const pair of pairs) end(pair)
			await new Promise((resolve) => server.close(resolve))
		},
	}
}
