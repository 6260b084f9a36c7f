import { memo, useId } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { isolate } from '#contract/isolate.ts'
import { releaseYear } from '#web/app/format.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import type { RowProps } from './found-row.tsx'
import { RowProblems } from './row-problems.tsx'
import css from './unsure-row.module.css'
import { useRowChoice } from './use-import-rows.ts'

/** A row that could mean several games: their covers to choose from, another game, or none. */
export const UnsureRow = memo(function UnsureRow({ importId, row: stored, onPick }: RowProps) {
	const { row, failure, choose } = useRowChoice(importId, stored)
	const { title, game, gameId, decision, candidates, summary, errors } = row
	const name = useId()
	const isOther = decision === 'take' && game !== null && candidates.every((candidate) => candidate.game.id !== gameId)
	const offered = [...candidates, ...(isOther ? [{ game, why: 'your choice' }] : [])]
	return (
		<li className={`${card.box} ${css.row}`} data-decision={decision}>
			<fieldset>
				<legend className={css.legend}>
					<span className={css.title}>{title}</span>
					{summary !== '' && <span className={css.summary}>{summary}</span>}
				</legend>
				<div className={css.candidates}>
					{offered.map(({ game: candidate, why }) => (
						<label key={candidate.id} className={`${css.candidate} focus-frame`}>
							<input
								type="radio"
								name={name}
								checked={decision === 'take' && gameId === candidate.id}
								onChange={() => choose({ gameId: candidate.id, decision: 'take', game: candidate })}
							/>
							<GameCover game={candidate} sizes="96px" />
							<span className={css.name}>{candidate.name}</span>
							<span className={css.why}>{describe(candidate, why)}</span>
						</label>
					))}
				</div>
				<div className={css.others}>
					<Button
						aria-label={`Another game for ${isolate(title)}`}
						onClick={() =>
							onPick({ title, onPick: (picked) => choose({ gameId: picked.id, decision: 'take', game: picked }) })
						}
					>
						Another Game
					</Button>
					<label className={`${css.skip} focus-frame`}>
						<input
							type="radio"
							name={name}
							checked={decision === 'skip'}
							onChange={() => choose({ gameId: null, decision: 'skip' })}
						/>
						Skip
					</label>
				</div>
			</fieldset>
			<RowProblems errors={errors} />
			{failure !== null && (
				<p role="alert" className={css.failure}>
					{failure}
				</p>
			)}
		</li>
	)
})

const describe = ({ releaseDate }: GameRef, why: string) =>
	[releaseDate && releaseYear(releaseDate), why].filter(Boolean).join(' · ')
