import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { exportAccount, exportFileName } from '#contract/export.ts'
import { now } from '#server/clock.ts'
import type { App } from '#server/http/app-type.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { buildAccountExport } from './account-export.ts'
import { streamJson } from './json-stream.ts'

/** Registers the route that exports the viewer's account as a file, streamed at the client's pace. */
export function exportRoutes(app: App, services: Services): void {
	app.route({
		...exportAccount,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const parts = await buildAccountExport(services, viewer.userId)
			return sendFile(reply, exportFileName(parts.account.username, now(services)), streamJson(parts))
		},
	})
}

function sendFile(reply: FastifyReply, name: string, text: AsyncIterable<string>): FastifyReply {
	return reply
		.header('content-type', 'application/json; charset=utf-8')
		.header('content-disposition', `attachment; filename="${name}"`)
		.send(Readable.from(text, { objectMode: false }))
}
