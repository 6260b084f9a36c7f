const plainPage = (title: string, text: string) =>
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
	`<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>${title} · Savepoint</title></head>` +
	`<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Back to Home</a></p></main></body></html>`

/** What answers when rendering itself breaks: needs nothing that could break too. */
export const brokenPage = plainPage(
	'Unexpected Application Error!',
	'Something on this page broke, and that is our fault. Nothing you saved is lost.',
)

/** What answers at an address that the route table cannot match. */
export const unroutablePage = plainPage(
	'Page Not Found',
	'There is nothing at this address. The link may be old, or have a slip in it.',
)
