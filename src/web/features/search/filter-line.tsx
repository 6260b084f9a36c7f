import { paths } from '#contract/paths.ts'
import type { GamesWithValue } from '#contract/search.ts'
import { pluralize } from '#web/app/format.ts'
import css from './filter-line.module.css'

const KINDS = { genre: 'Genre', platform: 'Platform', developer: 'Studio', publisher: 'Publisher' } as const

/** Returns the path of the games of a genre, platform, studio or publisher. */
export const filterPath = ({ filter, value }: GamesWithValue) => paths.games({ [filter]: value })

/** A genre, platform, studio or publisher on one line, with the number of its games. */
export function FilterLine({ found: { filter, value, count } }: { found: GamesWithValue }) {
	return (
		<>
			<span className={css.name}>{value}</span>
			<span className={css.facts}>
				{KINDS[filter]} · {pluralize(count, 'game')}
			</span>
		</>
	)
}
