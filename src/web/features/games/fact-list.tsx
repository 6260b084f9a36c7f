import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Game } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { formatRelease, releaseYear } from '#web/app/format.ts'
import css from './fact-list.module.css'

/** A fact with what leads to more of it: a name and a path for each value. */
export type Fact = readonly [label: string, links: readonly (readonly [name: string, path: string])[]]

interface FactListProps {
	game: Game
	/** Come first. */
	more?: readonly Fact[]
	/** Come last. */
	children?: ReactNode
}

/** A game's known facts, which lead to the games that share them; empty ones are left out. */
export function FactList({ game, more = [], children }: FactListProps) {
	const { developers, publishers, releaseDate, genres, platforms, gameModes } = game
	const year = releaseDate === null ? '' : releaseYear(releaseDate)
	const link = (names: readonly string[], toFilter: (name: string) => Parameters<typeof paths.games>[0]) =>
		names.map((name) => [name, paths.games(toFilter(name))] as const)
	const released = releaseDate === null ? [] : [formatRelease(releaseDate)]
	const facts: readonly Fact[] = [
		...more,
		['Developers', link(developers, (developer) => ({ developer }))],
		['Publishers', link(publishers, (publisher) => ({ publisher }))],
		['Released', link(released, () => ({ yearFrom: year, yearTo: year }))],
		['Genres', link(genres, (genre) => ({ genre }))],
		['Platforms', link(platforms, (platform) => ({ platform }))],
		['Game modes', link(gameModes, (mode) => ({ mode }))],
	]
	return (
		<dl className={css.facts}>
			{facts
				.filter(([, links]) => links.length > 0)
				.map(([label, links]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>
							{links.map(([name, path], index) => (
								<Fragment key={path}>
									{index > 0 && ', '}
									<Link to={path} className={css.link}>
										{name}
									</Link>
								</Fragment>
							))}
						</dd>
					</div>
				))}
			{children}
		</dl>
	)
}
