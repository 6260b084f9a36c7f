import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Game } from '#contract/games.ts'
import { formatRelease } from '#web/app/format.ts'
import css from './fact-list.module.css'

interface FactListProps {
	game: Game
	/** Returns what a platform leads to; without it, platforms are text. */
	platformHref?: (platform: string) => string
	/** What comes before the others. */
	more?: readonly (readonly [label: string, value: ReactNode])[]
}

/** A game's known facts; empty ones are left out. */
export function FactList({ game, platformHref, more = [] }: FactListProps) {
	const platforms =
		platformHref && game.platforms.length > 0 ? (
			<Platforms platforms={game.platforms} href={platformHref} />
		) : (
			game.platforms.join(', ')
		)
	const facts: FactListProps['more'] = [
		...more,
		['Developers', game.developers.join(', ')],
		['Publishers', game.publishers.join(', ')],
		['Released', game.releaseDate === null ? '' : formatRelease(game.releaseDate)],
		['Genres', game.genres.join(', ')],
		['Platforms', platforms],
		['Game modes', game.gameModes.join(', ')],
	]
	return (
		<dl className={css.facts}>
			{facts
				.filter(([, value]) => value !== '')
				.map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
		</dl>
	)
}

function Platforms({ platforms, href }: { platforms: readonly string[]; href: (platform: string) => string }) {
	return platforms.map((platform, index) => (
		<Fragment key={platform}>
			{index > 0 && ', '}
			<FactLink to={href(platform)} name={platform} title={`Reviews from ${platform} players`} />
		</Fragment>
	))
}

/** A fact that leads somewhere. */
export function FactLink({ to, name, title }: { to: string; name: string; title?: string }) {
	return (
		<Link to={to} className={css.link} title={title}>
			{name}
		</Link>
	)
}
