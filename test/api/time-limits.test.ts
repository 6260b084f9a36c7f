import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { startSite } from '#kit/site.ts'

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'

test('with default settings, slow heads, slow bodies, idle connections and stalled writes end within 20 s', async () => {
	await using site = await startSite()
	const { server } = site.app
	expect(server).toMatchObject({
		headersTimeout: 14_500,
		requestTimeout: 19_500,
		keepAliveTimeout: 15_000,
		// A stalled write is seen the second time
		timeout: 10_000,
	})
})

test.each([
	['a head', 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: '],
	['a body', `${HEAD}content-length: 1000\r\n\r\n{`],
	['a body in chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`],
	['a body that is announced', `${HEAD}expect: 100-continue\r\ncontent-length: 1000\r\n\r\n`],
])('%s that never ends is answered with 408 and closed in its time', { tags: ['trust-28'] }, async (_name, start) => {
	await using site = await startSite({ env: { HEADERS_TIMEOUT_SECONDS: '1', REQUEST_TIMEOUT_SECONDS: '1' } })
	await site.app.listen({ host: '127.0.0.1', port: 0 })
	const address = site.app.server.address()
	const client = net.connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
	let text = ''
	client.on('data', (bytes) => {
		text += bytes.toString()
	})
	client.write(start)
	await once(client, 'end')
	client.destroy()
	expect(text).toMatch(/^(HTTP\/1.1 100 Continue\r\n\r\n)?HTTP\/1.1 408 /)
})
