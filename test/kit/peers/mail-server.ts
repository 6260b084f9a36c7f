import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Starts a real mail server; it rejects `refusals` attempts before it accepts a mail. */
export async function startMailServer({ refusals = 0, code = 451, port = 0 } = {}) {
	const received: { from: string; to: string[]; raw: string; user: unknown }[] = []
	const seen = { attempts: 0 }
	const server = new SMTPServer({
		authOptional: true,
		hideSTARTTLS: true,
		allowInsecureAuth: true,
		onAuth({ username, password }, _session, done) {
			if (username === 'us er' && password === 'p@ss:word') done(null, { user: username })
			else done(new Error('no'))
		},
		onData(stream, session, done) {
			let raw = ''
			stream.on('data', (bytes: Buffer) => {
				raw += bytes.toString()
			})
			stream.on('end', () => {
				seen.attempts++
				if (seen.attempts <= refusals)
					return done(
						Object.assign(new Error(`Not now, ${session.envelope.rcptTo[0]?.address}`), { responseCode: code }),
					)
				const { mailFrom, rcptTo } = session.envelope
				received.push({
					from: mailFrom === false ? '' : mailFrom.address,
					to: rcptTo.map(({ address }) => address),
					raw,
					user: session.user,
				})
				done()
			})
		},
	})
	server.listen(port, '127.0.0.1')
	await once(server.server, 'listening')
	const { port: taken } = server.server.address() as AddressInfo
	return {
		received,
		seen,
		port: taken,
		url: `smtp://us%20er:p%40ss%3Aword@127.0.0.1:${taken}`,
		[Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
	}
}
