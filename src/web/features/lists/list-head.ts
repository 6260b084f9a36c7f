import type { GameListDetail } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { listPicturePath } from '#contract/share-pictures.ts'
import { hideSpoilers } from '#contract/spoiler-spans.ts'
import { pluralize } from '#web/app/format.ts'
import type { PageHead } from '#web/app/head-tags.ts'
import { truncateText } from '#web/ui/truncate-text.ts'
import { UNKNOWN_USER } from './list-labels.ts'

/** Returns the head of a list's page. Search engines get only public lists, and only links that others can open have a picture. */
export function listHead(list: GameListDetail): PageHead {
	const { id, title, items, gameCount, user, createdAt, updatedAt, visibility } = list
	// Also if the viewer may see its spoilers, because the head is what is shared
	const description = list.description && hideSpoilers(list.description)
	const games = pluralize(gameCount, 'game')
	const creator = user.username || UNKNOWN_USER
	return {
		title: `${title}, a list by ${creator}`,
		description: truncateText(description || describe(games, creator, items), 160),
		...(visibility === 'public' ? { path: paths.list(id) } : {}),
		...(visibility === 'private'
			? {}
			: { picture: { path: listPicturePath(list), alt: `${title}. ${describe(games, creator, items)}` } }),
		type: 'article',
		jsonLd: (absolute) => ({
			'@type': 'ItemList',
			name: title,
			description: description ?? undefined,
			url: absolute(paths.list(id)),
			author: user.username
				? { '@type': 'Person', name: user.username, url: absolute(paths.profile(user.username)) }
				: undefined,
			dateCreated: createdAt,
			dateModified: updatedAt,
			keywords: list.tags.length > 0 ? list.tags.join(', ') : undefined,
			numberOfItems: gameCount,
			itemListOrder: `https://schema.org/${list.isRanked ? 'ItemListOrderAscending' : 'ItemListUnordered'}`,
			itemListElement: items.map(({ game }, index) => ({
				'@type': 'ListItem',
				position: index + 1,
				name: game.name,
				url: absolute(paths.game(game.id)),
			})),
		}),
	}
}

function describe(games: string, creator: string, items: GameListDetail['items']): string {
	const names = items.slice(0, 3).map(({ game }) => game.name)
	const more = items.length > names.length ? ' and more' : ''
	return `A list of ${games} by ${creator}${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}.`
}
