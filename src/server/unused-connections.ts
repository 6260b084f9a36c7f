import type { Server, Socket } from 'node:net'

/**
 * Watches a server's connections and returns what closes those on which nothing has been sent yet. Browsers open such
 * ones ahead of need, and a server that closes would wait for them as for requests.
 */
export function unusedConnections(server: Server): () => void {
	const open = new Set<Socket>()
	server.on('connection', (socket: Socket) => {
		open.add(socket)
		socket.once('close', () => open.delete(socket))
	})
	return () => {
		for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
	}
}
