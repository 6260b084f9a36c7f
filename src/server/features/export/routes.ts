import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { exportAccount, exportFileName } from '#contract/export.ts'
import { now } from '#server/clock.ts'
import type { App } from '#server/http/app-type.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { buildAccountExport } from './account-export.ts'
import { listArchiveFiles } from './archive.ts'
import { streamJson } from './json-stream.ts'
import { streamZip } from './zip-stream.ts'

const MEDIA_TYPES = { json: 'application/json; charset=utf-8', zip: 'application/zip' } as const

/** Registers the route that exports the viewer's account as a file, streamed at the client's pace. */
export function exportRoutes(app: App, services: Services): void {
	app.route({
		...exportAccount,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { format = 'json' } = request.query
			const parts = await buildAccountExport(services, viewer.userId)
			const name = exportFileName(parts.account.username, now(services), format)
			const file =
				format === 'zip'
					? streamZip(listArchiveFiles(services, parts), new Date(services.clock()))
					: Readable.from(streamJson(parts), { objectMode: false })
			return sendFile(reply, name, MEDIA_TYPES[format], file)
		},
	})
}

function sendFile(reply: FastifyReply, name: string, type: string, file: Readable): FastifyReply {
	return reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}
