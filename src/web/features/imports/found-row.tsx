import { memo } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import type { ImportRow } from '#contract/imports.ts'
import { isolate } from '#contract/isolate.ts'
import { paths } from '#contract/paths.ts'
import { releaseYear } from '#web/app/format.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import css from './found-row.module.css'
import { EFFECT_WORDS } from './import-words.ts'
import { RowProblems } from './row-problems.tsx'
import { useRowChoice } from './use-import-rows.ts'

/** A row whose game is being chosen. */
export interface Picking {
	/** The title in the file. */
	title: string
	onPick: (game: GameRef) => void
}

export interface RowProps {
	importId: string
	row: ImportRow
	onPick: (picking: Picking) => void
}

/** A row with the game it means, which can be left out or be another one; or without a game, which can be looked for. */
export const FoundRow = memo(function FoundRow({ importId, row: stored, onPick }: RowProps) {
	const { row, failure, choose } = useRowChoice(importId, stored)
	const { title, game, gameId, decision, effect, summary, errors } = row
	const isTaken = game !== null && decision !== 'skip'
	const pick = () =>
		onPick({ title, onPick: (picked) => choose({ gameId: picked.id, decision: 'take', game: picked }) })
	return (
		<li className={`${card.box} ${css.row}`} data-out={game !== null && !isTaken}>
			<span className={css.cover}>
				{game ? <GameCover game={game} sizes="64px" /> : <span className={css.unknown} aria-hidden="true" />}
			</span>
			<div className={css.words}>
				<p className={css.name}>
					{game ? <Link to={paths.game(game.id)}>{game.name}</Link> : title}
					{game?.releaseDate && <span className={css.year}> {releaseYear(game.releaseDate)}</span>}
				</p>
				{game && !isSameName(title, game.name) && <p className={css.theirs}>“{title}” in your file</p>}
				{summary !== '' && <p className={css.summary}>{summary}</p>}
				{game && (
					<p className={css.effect} data-effect={isTaken ? effect : 'out'}>
						{isTaken ? effect && EFFECT_WORDS[effect] : 'Left out'}
					</p>
				)}
				<RowProblems errors={errors} />
				{failure !== null && (
					<p role="alert" className={css.failure}>
						{failure}
					</p>
				)}
				{!game && (
					<Button aria-label={`Find ${isolate(title)}`} onClick={pick}>
						Find It
					</Button>
				)}
			</div>
			{game && (
				<div className={css.controls}>
					<label className={`${css.check} focus-frame`}>
						<input
							type="checkbox"
							aria-label={`Import ${isolate(game.name)}`}
							checked={isTaken}
							onChange={({ currentTarget }) => choose({ gameId, decision: currentTarget.checked ? 'take' : 'skip' })}
						/>
					</label>
					<Button
						kind="icon"
						aria-label={`Choose another game than ${isolate(game.name)}`}
						title="Another game"
						onClick={pick}
					>
						<Icon name="pencil" size={16} />
					</Button>
				</div>
			)}
		</li>
	)
})

/** Whether the file names a game as the site does, but for case and marks. */
function isSameName(theirs: string, ours: string): boolean {
	const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
	return plain(theirs) === plain(ours)
}
