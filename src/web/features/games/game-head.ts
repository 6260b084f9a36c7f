import type { GameDetail } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { gamePicturePath } from '#contract/share-pictures.ts'
import { pluralize } from '#web/app/format.ts'
import type { PageHead } from '#web/app/head-tags.ts'
import { truncateText } from '#web/ui/truncate-text.ts'

/** Returns the head of a game's page. */
export function gameHead(game: GameDetail): PageHead {
	const path = paths.game(game.id)
	const year = game.releaseDate?.slice(0, 4)
	return {
		title: year ? `${game.name} (${year})` : game.name,
		description: truncateText(game.summary ?? `Reviews, ratings and facts about ${game.name}.`, 160),
		path,
		picture: { path: gamePicturePath(game), alt: describePicture(game) },
		// Crawlers read what the server renders
		...(import.meta.env.SSR && { jsonLd: (absolute) => describeGame(game, absolute) }),
	}
}

function describeGame(game: GameDetail, absolute: (path: string) => string) {
	return {
		'@type': 'VideoGame',
		name: game.name,
		url: absolute(paths.game(game.id)),
		image: game.cover === null ? undefined : absolute(game.cover),
		description: game.summary ?? undefined,
		datePublished: game.releaseDate ?? undefined,
		genre: game.genres,
		gamePlatform: game.platforms,
		playMode: game.gameModes,
		author: game.developers.map(organization),
		publisher: game.publishers.map(organization),
		sameAs: game.websites.map(({ url }) => url),
		aggregateRating:
			game.ratingCount === 0
				? undefined
				: {
						'@type': 'AggregateRating',
						ratingValue: game.averageRating,
						ratingCount: game.ratingCount,
						bestRating: 5,
						worstRating: 0.5,
					},
	}
}

function describePicture({ name, averageRating, ratingCount }: GameDetail): string {
	if (ratingCount === 0) return `The cover of ${name}, which has no ratings yet.`
	return `The cover of ${name}, rated ${averageRating.toFixed(1)} out of 5 by ${pluralize(ratingCount, 'player')}.`
}

const organization = (name: string) => ({ '@type': 'Organization', name })
