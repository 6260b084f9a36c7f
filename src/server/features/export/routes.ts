import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { exportAccount, exportFileName } from '#contract/export.ts'
import type { App } from '#server/http/app-type.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { accountExport } from './account-export.ts'
import { jsonParts } from './json-parts.ts'

/** The own account's data as a file. It is sent as it is read, at the pace of whoever downloads it. */
export function exportRoutes(app: App, services: Services): void {
	app.route({
		...exportAccount,
		async handler(request, reply) {
			const parts = await accountExport(services, viewerOf(request).userId)
			return sendFile(reply, exportFileName(parts.account.username, now(services)), jsonParts(parts))
		},
	})
}

function sendFile(reply: FastifyReply, name: string, text: AsyncIterable<string>): FastifyReply {
	return reply
		.header('content-type', 'application/json; charset=utf-8')
		.header('content-disposition', `attachment; filename="${name}"`)
		.send(Readable.from(text, { objectMode: false }))
}
