import { Link } from 'react-router'
import { type Import, ROW_EFFECTS, type RowEffect } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { formatCount } from '#web/app/format.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import css from './match-tabs.module.css'

type Counts = Import['counts']

/** The rows that can be shown, as the endpoint names them: by what they mean, or by what they do. */
const SHOWN = ['sure', 'unsure', 'none', 'failed'] as const
type ShownMatch = (typeof SHOWN)[number]
export type Shown = ShownMatch | RowEffect

const WORDS: Readonly<Record<ShownMatch, string>> = {
	sure: 'Found',
	unsure: 'Unsure',
	none: 'Not found',
	failed: 'Problems',
}

/** Returns which rows an address shows: by default the found ones, or the first there are. */
export function parseShown(word: string | null, counts: Counts): Shown {
	return [...SHOWN, ...ROW_EFFECTS].find((one) => one === word) ?? SHOWN.find((one) => counts[one] > 0) ?? 'sure'
}

/** Whether rows are shown by what they do to the library. */
export const isEffect = (shown: Shown | 'out'): shown is RowEffect => ROW_EFFECTS.some((effect) => effect === shown)

/** How many rows were found, are unsure, were not found and could not be read: links that show them. */
export function MatchTabs({ id, counts, current }: { id: string; counts: Counts; current: Shown }) {
	return (
		<div className={css.tabs}>
			<Tabs label="Rows of the file">
				{SHOWN.filter((shown) => shown === current || shown === 'sure' || counts[shown] > 0).map((shown) => (
					<Link
						key={shown}
						to={paths.import(id, { show: shown })}
						replace
						preventScrollReset
						aria-current={shown === current ? 'true' : undefined}
					>
						<span>
							{WORDS[shown]} <span className={css.count}>{formatCount(counts[shown])}</span>
						</span>
					</Link>
				))}
			</Tabs>
		</div>
	)
}
