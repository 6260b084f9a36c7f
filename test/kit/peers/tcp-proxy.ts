import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy before a server, whose connections a test can silence or cut. */
export interface TcpProxy extends AsyncDisposable {
	port: number
	/** From now on nothing passes, in neither direction and on new connections too; none is closed. */
	silence: () => void
	/** New connections pass again; those that fell silent stay so. */
	restore: () => void
	/** Cuts every connection. */
	cut: () => void
}

/** A connection through the proxy: both of its sockets, one while it was silent from the beginning. */
interface Pair {
	sockets: Socket[]
	isSilent: boolean
}

/** Starts a proxy on a free port of the loopback. */
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
			// Being cut off is what they are here for
			socket.on('error', () => {})
			// A silent connection does not even pass on that it ends
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
