import { UNAVAILABLE } from '#server/http/errors.ts'

/** Builds a page without style or script. */
export const buildPlainPage = (title: string, text: string) =>
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
	`<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>${title} · Savepoint</title></head>` +
	`<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Back to Home</a></p></main></body></html>`

/** The page for failed renderings. It is static, so that it cannot fail as well. */
export const errorPage = buildPlainPage(
	'Unexpected Application Error!',
	'Something went wrong on our side. Nothing you saved is lost.',
)

/** The page for when too many others are being rendered. */
export const busyPage = buildPlainPage('Not Available Right Now', UNAVAILABLE.error)

/** The page for paths that the route table cannot match. */
export const badPathPage = buildPlainPage(
	'Page Not Found',
	'There is nothing at this address. The link may be outdated or mistyped.',
)
