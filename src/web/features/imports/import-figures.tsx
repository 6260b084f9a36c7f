import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Import, ROW_EFFECTS, type RowEffect } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { formatCount } from '#web/app/format.ts'
import css from './import-figures.module.css'
import { EFFECT_COUNTS } from './import-words.ts'

type Counts = Import['counts']

const PLANNED: Readonly<Record<RowEffect, string>> = { add: 'new', change: 'will change', leave: 'stay as they are' }
const WRITTEN: Readonly<Record<RowEffect, string>> = { add: 'added', change: 'changed', leave: 'as they were' }

/** How many games an import has brought, changed and left as they were. */
export function WrittenFigures({ counts }: { counts: Counts }) {
	return (
		<Figures counts={counts}>
			{listShown(counts).map((effect) => (
				<div key={effect} className={css.one} data-effect={effect}>
					<Figure count={counts[EFFECT_COUNTS[effect]]} word={WRITTEN[effect]} />
				</div>
			))}
		</Figures>
	)
}

/** How many games would come, change and stay as they are: links that show these alone, and all again. */
export function PlannedFigures({ id, counts, current }: { id: string; counts: Counts; current: string }) {
	return (
		<Figures counts={counts}>
			{listShown(counts, current).map((effect) => (
				<Link
					key={effect}
					to={paths.import(id, effect === current ? {} : { show: effect })}
					replace
					preventScrollReset
					className={css.one}
					data-effect={effect}
					aria-current={effect === current ? 'true' : undefined}
				>
					<Figure count={counts[EFFECT_COUNTS[effect]]} word={PLANNED[effect]} />
				</Link>
			))}
		</Figures>
	)
}

/** Figures that are nothing say nothing, but for the first. */
const listShown = (counts: Counts, current?: string) =>
	ROW_EFFECTS.filter((effect) => effect === 'add' || effect === current || counts[EFFECT_COUNTS[effect]] > 0)

function Figure({ count, word }: { count: number; word: string }) {
	return (
		<>
			<span className={css.count}>{formatCount(count)}</span> <span className={css.word}>{word}</span>
		</>
	)
}

/** Figures over a bar, with the rows that are open or left out as the rest. */
function Figures({ counts, children }: { counts: Counts; children: ReactNode }) {
	const rest = Math.max(0, counts.rows - counts.added - counts.changed - counts.left)
	return (
		<div className={css.figures}>
			<div className={css.list}>{children}</div>
			<div className={css.bar} aria-hidden="true">
				{ROW_EFFECTS.map((effect) => {
					const count = counts[EFFECT_COUNTS[effect]]
					return count > 0 && <span key={effect} data-effect={effect} style={{ flexGrow: count }} />
				})}
				{rest > 0 && <span style={{ flexGrow: rest }} />}
			</div>
		</div>
	)
}
