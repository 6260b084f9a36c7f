import { Fragment } from 'react'
import type { Game } from '#contract/games.ts'
import css from './credits.module.css'

/** Credits the data sources that require attribution. */
export function Credits({ credits }: Pick<Game, 'credits'>) {
	if (credits.length === 0) return null
	return (
		<p className={css.credits} data-credits="">
			{credits.map(({ name, url }, index) => (
				<Fragment key={name}>
					{index > 0 && ' · '}
					<a href={url}>Data from {name}</a>
				</Fragment>
			))}
		</p>
	)
}
