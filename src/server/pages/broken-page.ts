/** What answers when rendering itself breaks: needs nothing that could break too. */
export const brokenPage =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
	'<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>Unexpected Application Error! · Savepoint</title></head>' +
	'<body><main><h1>Unexpected Application Error!</h1><p>Something on this page broke, and that is our fault. Nothing you saved is lost.</p>' +
	'<p><a href="/">Back to Home</a></p></main></body></html>'
