import type { ApiError } from '#web/app/api-client.ts'
import type { PageHead } from '#web/app/head-tags.ts'

interface Made {
	kind: 'Reviews' | 'Lists'
	description: string
	/** The canonical address: filters show the same in part. */
	path: string
	feed?: string
	/** What is shown; undefined until it has come. */
	paths: string[] | undefined
	error: ApiError | null
}

/** What the page of all that somebody made says about itself. */
export function madeHead(username: string, { kind, description, path, feed, paths, error }: Made): PageHead {
	return {
		title: `${username}'s ${kind}`,
		description,
		path,
		...(feed ? { feed } : {}),
		...(error && !paths ? { status: error.status === 400 ? 404 : 500 } : {}),
		...(paths
			? {
					jsonLd: (absolute) => ({
						'@type': 'ItemList',
						name: `${username}'s ${kind}`,
						itemListElement: paths.map((address, index) => ({
							'@type': 'ListItem',
							position: index + 1,
							url: absolute(address),
						})),
					}),
				}
			: {}),
	}
}
