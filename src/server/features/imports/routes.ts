import multipart from '@fastify/multipart'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { createImport, getImport, getImportRows, getImports, OWN_IMPORT_NOT_FOUND } from '#contract/imports.ts'
import type { Db } from '#server/db/tables.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { OWN_IMPORTS_JOB, respond, toImportRow } from './import-response.ts'
import { findImport, type ImportRecord, listImports } from './queries.ts'
import { listRows } from './queries-rows.ts'
import { requireProfile } from './steam-routes.ts'
import { storeProfile } from './store-profile.ts'
import { FORM_LIMITS, storeUpload } from './upload.ts'

const ROWS_LIST = 'import-rows'

/** Registers the routes that upload and read a person's own imports. */
export function importRoutes(app: App, services: Services): void {
	const { db, keys, jobWakes } = services

	app.register(async (forms: App) => {
		await forms.register(multipart, { limits: FORM_LIMITS })

		forms.route({
			...createImport,
			async handler(request, reply) {
				const { userId } = requireViewer(request)
				// Unless the size is told before, it is that of the largest
				if (request.isMultipart())
					await app.countWrittenBytes(request, Number(request.headers['content-length'] ?? IMPORT_LIMITS.fileBytes))
				const { run, isNew } = request.isMultipart()
					? await storeUpload(services, request, userId)
					: { run: await storeProfile(services, userId, requireProfile(services, request)), isNew: true }
				if (isNew) jobWakes.dispatchEvent(new Event(OWN_IMPORTS_JOB))
				reply.code(isNew ? 201 : 200)
				return respond(db, run)
			},
		})
	})

	app.route({
		...getImports,
		async handler(request) {
			const runs = await listImports(db, requireViewer(request).userId)
			return { imports: await Promise.all(runs.map((run) => respond(db, run))) }
		},
	})

	app.route({
		...getImport,
		async handler(request) {
			return respond(db, await requireImport(db, request.params.id, requireViewer(request).userId))
		},
	})

	app.route({
		...getImportRows,
		async handler(request) {
			const { state, effect, cursor, limit = 50 } = request.query
			const run = await requireImport(db, request.params.id, requireViewer(request).userId)
			const list = `${ROWS_LIST} ${run.id} ${state ?? ''} ${effect ?? ''}`
			const after = cursor === undefined ? 0 : Number(decodeCursor(keys.cursors, list, cursor)[0])
			const rows = await listRows(db, run.id, { state, effect, after, limit: limit + 1 })
			const page = rows.slice(0, limit)
			const last = rows.length > limit ? page.at(-1) : undefined
			return {
				rows: page.map((row) => toImportRow(row, run)),
				nextCursor: last ? encodeCursor(keys.cursors, list, [last.row]) : null,
			}
		},
	})
}

/** Throws 404 for an import that does not exist or is somebody else's. */
async function requireImport(db: Db, id: string, userId: string): Promise<ImportRecord> {
	const run = await findImport(db, id, userId)
	if (!run) throw notFound(OWN_IMPORT_NOT_FOUND)
	return run
}
