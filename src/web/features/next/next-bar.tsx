import { useNavigate } from 'react-router'
import { listGames } from '#contract/browse.ts'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { useRead } from '#web/app/data.tsx'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import css from './next-bar.module.css'
import type { NextChoices } from './next-url.ts'

const TIMES = [
	{ word: '', label: 'Any time' },
	{ word: 'evening', label: 'An evening (up to 4 h)' },
	{ word: 'weekend', label: 'A weekend (up to 15 h)' },
	{ word: 'long', label: 'Longer (over 15 h)' },
] as const
const SOURCES = [
	{ word: '', label: 'Backlog first' },
	{ word: 'backlog', label: 'Backlog' },
	{ word: 'wishlist', label: 'Wishlist' },
	{ word: 'new', label: 'New to me' },
] as const

/** The time at hand, and what the game has to be. */
export function NextBar({ choices }: { choices: NextChoices }) {
	const navigate = useNavigate()
	// One game, for the genres and platforms of the catalog
	const { data } = useRead(listGames, { query: { limit: 1 } })
	const change = (changed: Partial<Record<keyof NextChoices, string>>) =>
		void navigate(paths.next({ ...choices, ...changed }), { preventScrollReset: true })
	const listOptions = (
		any: string,
		chosen: string | undefined,
		options: readonly { value: string }[] = [],
		toLabel: (value: string) => string = String,
	) => [
		{ word: '', label: any },
		...[...new Set([...(chosen ? [chosen] : []), ...options.map(({ value }) => value)])]
			.map((word) => ({ word, label: toLabel(word) }))
			.sort((a, b) => a.label.localeCompare(b.label)),
	]
	const [mood] = choices.mood ?? []
	return (
		<FilterForm action={paths.next()} className={css.bar}>
			<FilterSelect
				name="time"
				label="Time at hand"
				isLabelHidden
				className={css.filter}
				options={TIMES}
				value={choices.time ?? ''}
				onChange={(time) => change({ time })}
			/>
			<FilterSelect
				name="source"
				label="From"
				isLabelHidden
				className={css.filter}
				options={SOURCES}
				value={choices.source ?? ''}
				onChange={(source) => change({ source })}
			/>
			<FilterSelect
				name="platform"
				label="Platform"
				isLabelHidden
				className={css.filter}
				options={listOptions('Any platform', choices.platform, data?.facets.platforms, shortPlatformName)}
				value={choices.platform ?? ''}
				onChange={(platform) => change({ platform })}
			/>
			<FilterSelect
				name="mood"
				label="Mood"
				isLabelHidden
				className={css.filter}
				options={listOptions('Any mood', mood, data?.facets.genres)}
				value={mood ?? ''}
				onChange={(word) => change({ mood: word })}
			/>
		</FilterForm>
	)
}
