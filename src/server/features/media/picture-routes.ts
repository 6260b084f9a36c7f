import * as Type from 'typebox'
import type { App } from '#server/http/app-type.ts'
import { notFound, PICTURE_NOT_FOUND } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { FILE_NAME_PATTERN } from './picture-names.ts'

/** Serves profile pictures at `/pictures/{name}.webp`. A file never changes under its name. */
export function pictureRoutes(app: App, { pictures }: Services): void {
	app.route({
		method: 'GET',
		url: '/pictures/:name.webp',
		schema: { params: Type.Object({ name: Type.String({ pattern: FILE_NAME_PATTERN }) }) },
		async handler(request, reply) {
			const bytes = await pictures.get(`${request.params.name}.webp`)
			if (!bytes) throw notFound(PICTURE_NOT_FOUND)
			return reply.headers(IMMUTABLE).send(bytes)
		},
	})
}

const IMMUTABLE = {
	'content-type': 'image/webp',
	'cache-control': 'public, max-age=31536000, immutable',
	// The native app's pages load them cross-origin
	'cross-origin-resource-policy': 'cross-origin',
}
