import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import { LIST_FULL } from '#contract/lists.ts'
import { searchGames } from '#contract/search.ts'
import { call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { formatCount, pluralize } from '#web/app/format.ts'
import { GameLine } from '#web/features/games/game-line.tsx'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { AddButton, getRoom } from './add-button.tsx'
import css from './paste-names-dialog.module.css'
import { lookUpNames, type NameMatch, parseNames } from './pasted-names.ts'

const SUGGESTIONS = 8

interface PasteNamesDialogProps {
	open: boolean
	/** A text that was pasted elsewhere, whose names are looked up at once; null for none. */
	pasted: { text: string } | null
	/** The ids of the games that the list has. */
	listedIds: ReadonlySet<number>
	onAdd: (games: readonly GameRef[]) => void
	onClose: () => void
}

/** Adds the games of pasted names to a list. What is typed and chosen stays while the dialog is closed. */
export function PasteNamesDialog({ open, pasted, listedIds, onAdd, onClose }: PasteNamesDialogProps) {
	const [text, setText] = useState('')
	const lookup = useLookup()
	const { matches, picked, total } = lookup
	const content = useRef<HTMLDivElement>(null)
	const step = total !== null ? 'search' : matches === null ? 'names' : 'matches'
	const look = useEffectEvent((text: string) => {
		const names = parseNames(text)
		setText(text)
		lookup.reset()
		if (names.length > 0 && names.length <= LIMITS.gamesPerList) void lookup.start(names)
	})
	useEffect(() => {
		if (pasted) look(pasted.text)
	}, [pasted])
	// Browsers focus the first button of a dialog when it opens, and each step takes the focused button away
	useEffect(() => {
		if (open && step) content.current?.querySelector<HTMLElement>('[data-first]')?.focus()
	}, [open, step])
	const close = () => {
		lookup.stop()
		onClose()
	}
	return (
		<Dialog open={open} title="Paste Names" isSheet onClose={close}>
			<div ref={content}>
				{total !== null ? (
					<Progress done={lookup.done} total={total} onCancel={lookup.stop} />
				) : matches === null ? (
					<NamesForm text={text} onChange={setText} onFind={(names) => void lookup.start(names)} onCancel={close} />
				) : (
					<>
						<Matches
							matches={matches}
							picked={picked}
							listedIds={listedIds}
							onToggle={lookup.toggle}
							onRetry={lookup.retry}
						/>
						<div className={dialog.actions}>
							<Button onClick={lookup.reset}>Change Names</Button>
							<AddButton
								games={matches.flatMap(({ games }) => games.filter(({ id }) => picked.has(id)))}
								listedIds={listedIds}
								onAdd={(games) => {
									onAdd(games)
									lookup.reset()
									setText('')
									onClose()
								}}
							/>
						</div>
					</>
				)}
			</div>
		</Dialog>
	)
}

interface NamesFormProps {
	text: string
	onChange: (text: string) => void
	onFind: (names: readonly string[]) => void
	onCancel: () => void
}

function NamesForm({ text, onChange, onFind, onCancel }: NamesFormProps) {
	const names = parseNames(text)
	const isTooLong = names.length > LIMITS.gamesPerList
	return (
		<>
			<TextArea
				data-first
				label="Names of games"
				note="one on each line"
				className={css.text}
				rows={8}
				autoComplete="off"
				spellCheck={false}
				placeholder={'Celeste\nHades\nOuter Wilds'}
				value={text}
				onChange={onChange}
				problem={isTooLong ? LIST_FULL.error : undefined}
				hint={names.length > 0 ? pluralize(names.length, 'name') : `Up to ${formatCount(LIMITS.gamesPerList)}.`}
			/>
			<div className={dialog.actions}>
				<Button onClick={onCancel}>Cancel</Button>
				<Button
					kind="main"
					aria-disabled={names.length === 0 || isTooLong}
					onClick={() => {
						if (names.length > 0 && !isTooLong) onFind(names)
					}}
				>
					Find Games
				</Button>
			</div>
		</>
	)
}

function Progress({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }) {
	return (
		<div aria-busy="true">
			<div className={css.progress}>
				<p id="names-progress" role="status">
					Searching for {pluralize(total, 'game')}...
				</p>
				<progress aria-labelledby="names-progress" value={done} max={total} />
			</div>
			<div className={dialog.actions}>
				<Button data-first onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</div>
	)
}

interface MatchesProps {
	matches: readonly NameMatch[]
	picked: ReadonlySet<number>
	listedIds: ReadonlySet<number>
	onToggle: (gameId: number) => void
	onRetry: () => void
}

function Matches({ matches, picked, listedIds, onToggle, onRetry }: MatchesProps) {
	const failed = matches.filter(({ hasFailed }) => hasFailed).length
	return (
		<>
			<p data-first tabIndex={-1} className={css.summary}>
				{describeMatches(matches)}
			</p>
			{failed > 0 && (
				<div className={css.failed}>
					<Notice kind="bad" message={`The search failed for ${pluralize(failed, 'name')}.`} />
					<Button onClick={onRetry}>Try Again</Button>
				</div>
			)}
			<ul className={css.matches}>
				{matches.map((match) => (
					<li key={match.name} className={css.match}>
						{!match.isSure && (
							<p className={css.name}>
								<span>{match.name}</span>
								{match.games.length === 0 && (
									<span className={css.note}>{match.hasFailed ? 'Search failed' : 'No games found'}</span>
								)}
							</p>
						)}
						{match.games.map((game) => (
							<label key={game.id} className={`${css.choice} focus-frame`}>
								<input
									type="checkbox"
									checked={listedIds.has(game.id) || picked.has(game.id)}
									disabled={listedIds.has(game.id)}
									onChange={() => onToggle(game.id)}
								/>
								<GameLine game={game} />
								{listedIds.has(game.id) && <span className={css.note}>Already in the list</span>}
							</label>
						))}
					</li>
				))}
			</ul>
			<Notice kind="bad" message={picked.size > getRoom(listedIds) ? LIST_FULL.error : null} />
		</>
	)
}

/** Sums up what was found: `6 found · 2 to choose · 1 unknown`. */
function describeMatches(matches: readonly NameMatch[]): string {
	const count = (isOne: (match: NameMatch) => boolean) => matches.filter(isOne).length
	const sure = count(({ isSure }) => isSure)
	const unsure = count(({ isSure, games }) => !isSure && games.length > 0)
	const unknown = count(({ games, hasFailed }) => games.length === 0 && !hasFailed)
	return [
		`${formatCount(sure)} found`,
		unsure > 0 && `${formatCount(unsure)} to choose`,
		unknown > 0 && `${formatCount(unknown)} unknown`,
	]
		.filter(Boolean)
		.join(' · ')
}

/** Searches for the games of names, and has those that are picked: at first the sure ones. */
function useLookup() {
	const [matches, setMatches] = useState<readonly NameMatch[] | null>(null)
	const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
	const [total, setTotal] = useState<number | null>(null)
	const [done, setDone] = useState(0)
	const running = useRef<AbortController>(null)
	useEffect(() => () => running.current?.abort(), [])

	const run = async (names: readonly string[], merge: (found: readonly NameMatch[]) => readonly NameMatch[]) => {
		running.current?.abort()
		const controller = new AbortController()
		const { signal } = controller
		running.current = controller
		setDone(0)
		setTotal(names.length)
		const found = await lookUpNames(names, {
			find: async (name) => {
				const query = { query: name, limit: SUGGESTIONS }
				const { games } = await call(browserTransport, searchGames, { query }, { signal })
				return games
			},
			onProgress: (count) => {
				if (!signal.aborted) setDone(count)
			},
			signal,
		})
		if (signal.aborted) return
		const sure = found.filter(({ isSure }) => isSure).flatMap(({ games }) => games.map(({ id }) => id))
		setMatches(merge(found))
		setPicked((before) => new Set([...before, ...sure]))
		setTotal(null)
	}
	const stop = () => {
		running.current?.abort()
		setTotal(null)
	}
	return {
		/** Null until the names have been searched for. */
		matches,
		/** The ids of the chosen games. */
		picked,
		/** How many names are being searched for, and how many of them are done; null if none are. */
		total,
		done,
		start: (names: readonly string[]) => {
			setPicked(new Set())
			return run(names, (found) => found)
		},
		/** Searches once more for the names whose search failed. */
		retry: () => {
			const all = matches ?? []
			const failed = all.filter(({ hasFailed }) => hasFailed).map(({ name }) => name)
			void run(failed, (found) => all.map((match) => found.find(({ name }) => name === match.name) ?? match))
		},
		stop,
		reset: () => {
			stop()
			setMatches(null)
			setPicked(new Set())
		},
		toggle: (gameId: number) => {
			const changed = new Set(picked)
			if (!changed.delete(gameId)) changed.add(gameId)
			setPicked(changed)
		},
	}
}
