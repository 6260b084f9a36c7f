import type { PublicUser } from '#contract/users.ts'
import type { ApiError } from '#web/app/api-client.ts'
import type { PageHead } from '#web/app/head-tags.ts'
import { createItemList } from '#web/app/item-list.ts'
import { personPicture } from './person-picture.ts'

interface UserContent {
	kind: 'Reviews' | 'Lists' | 'Games' | 'Diary'
	description: string
	/** The canonical path, without filters. */
	path: string
	feed?: string
	/** The paths of the loaded items; undefined until loaded. */
	paths: string[] | undefined
	error: ApiError | null
}

/** Returns the head of a page of what a user has. */
export function userContentHead(
	user: PublicUser | { username: string },
	{ kind, description, path, feed, paths, error }: UserContent,
): PageHead {
	const { username } = user
	return {
		title: `${username}’s ${kind}`,
		description,
		path,
		...personPicture(user),
		...(feed ? { feed } : {}),
		...(error && !paths ? { status: error.status === 400 ? 404 : 500 } : {}),
		...(paths
			? {
					jsonLd: (absolute) =>
						createItemList(
							absolute,
							paths.map((path) => ({ path })),
							{ name: `${username}’s ${kind}` },
						),
				}
			: {}),
	}
}
