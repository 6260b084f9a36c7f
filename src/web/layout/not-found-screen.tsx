import { Link, useNavigate } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { controlClass } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import screen from './error-screen.module.css'
import css from './not-found-screen.module.css'

const POPULAR = { query: { limit: 3, period: 'all' } } as const

/** The screen of a page that does not exist, with ways on; the server responds with 404. */
export function NotFoundScreen({ title, children }: { title: string; children: string }) {
	useHead({ title, status: 404 })
	return (
		<div className={screen.screen}>
			<h1>{title}</h1>
			<Empty
				scene="map"
				action={
					<Link className={buttonClass('quiet')} to={paths.home()}>
						Back to Home
					</Link>
				}
			>
				{children}
			</Empty>
			<SearchForm />
			<PopularCovers />
		</div>
	)
}

/** Searches from here, without JavaScript too. */
function SearchForm() {
	const navigate = useNavigate()
	return (
		<form
			className={css.search}
			action={paths.search()}
			onSubmit={(event) => {
				event.preventDefault()
				const words = new FormData(event.currentTarget).get('query')
				void navigate(paths.search({ query: String(words) }))
			}}
		>
			<label htmlFor="lost-query">Looking for a game or a user?</label>
			<div className={css.row}>
				<input id="lost-query" type="search" name="query" className={controlClass} autoComplete="off" />
				<Button type="submit">Search</Button>
			</div>
		</form>
	)
}

/** Three games that many have reviewed; nothing if they do not load. */
function PopularCovers() {
	const { data, error } = useRead(getPopularGames, POPULAR)
	if (error) return null
	return (
		<ul className={css.covers} aria-label="Popular games" aria-busy={!data}>
			{data
				? data.data.games.map((game) => (
						<li key={game.id}>
							<Link to={paths.game(game.id)} aria-label={game.name}>
								<GameCover game={game} sizes="112px" />
							</Link>
						</li>
					))
				: [0, 1, 2].map((index) => (
						<li key={index}>
							<Skeleton shape="cover" />
						</li>
					))}
		</ul>
	)
}
