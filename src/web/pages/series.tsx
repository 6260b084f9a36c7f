import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getSeries, SERIES_NOT_FOUND, type SeriesPage } from '#contract/series.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { createItemList } from '#web/app/item-list.ts'
import { useDismissal } from '#web/features/games/use-dismissal.ts'
import { SeriesGames } from '#web/features/series/series-games.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const LIMIT = 24

const inputOf = (slug: string, search: URLSearchParams) => {
	const page = Number(search.get('page'))
	return { params: { slug }, query: { limit: LIMIT, page: Number.isInteger(page) && page > 0 ? page : 1 } }
}
const gamesOf = ({ games }: SeriesPage) => games

export const loader = createLoader(({ client, params, url }) =>
	preload(client, readPages(getSeries, inputOf(params['slug'] ?? '', url.searchParams))),
)

/** The games of a series, the oldest first. */
export function Component() {
	const { slug = '' } = useParams()
	const [search] = useSearchParams()
	const input = inputOf(slug, search)
	const { page } = input.query
	const list = useReadPages(getSeries, input, gamesOf)
	const dismissal = useDismissal()
	const { rows, error, first } = list
	const name = first?.series.name
	useHead({
		title: name === undefined ? 'Series' : `${name} games`,
		path: paths.series(slug, page > 1 ? { page } : {}),
		...(name !== undefined && {
			description: `The games of the series ${name} with their ratings and reviews, the oldest first.`,
		}),
		status: error && !rows ? getFailureStatus(error) : 200,
		jsonLd: (absolute) =>
			createItemList(
				absolute,
				rows?.map((game) => ({ name: game.name, path: paths.game(game.id) })),
				{ name: name ?? '', first: (page - 1) * LIMIT + 1 },
			),
	})
	if (isMissing(error) && !rows)
		return <NotFoundScreen title={SERIES_NOT_FOUND.error}>There is no series of this name here.</NotFoundScreen>
	return (
		<div data-view="wall" {...dismissal}>
			<PageHead title={name ?? 'Series'} lead={first ? describe(first) : 'Loading the series...'} />
			<SeriesGames list={list} slug={slug} />
		</div>
	)
}

/** Says how many games a series has, and of which years: `17 games, 1986 to 2023.` */
function describe({ total, years: { first, last } }: SeriesPage): string {
	const years = first === null ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`
	return `${pluralize(total, 'game')}${years}.`
}
