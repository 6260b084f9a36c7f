import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type GameSuggestion, listSuggestions, type SuggestionDecision } from '#contract/game-suggestions.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import boardCss from './queue-board.module.css'
import queueCss from './queue-section.module.css'
import { SuggestionCard } from './suggestion-card.tsx'
import { SuggestionDialog, type SuggestionTask } from './suggestion-dialog.tsx'
import css from './suggestions-section.module.css'
import { useQueueKeys } from './use-queue-keys.ts'

const PAGE_SIZE = 20
const STATES = [
	{ word: 'open', label: 'Waiting' },
	{ word: 'done', label: 'Decided' },
] as const
const KEYS: Readonly<Record<string, SuggestionDecision>> = { a: 'accept', r: 'refuse', s: 'same' }

/** The games that people suggest, by pointer or by keyboard alone. */
export function Section() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const state = STATES.find(({ word }) => word === search.get('state'))?.word ?? 'open'
	const list = useReadPages(listSuggestions, { query: { state, limit: PAGE_SIZE } }, ({ suggestions }) => suggestions)
	const board = useRef<HTMLDivElement>(null)
	const [currentId, setCurrentId] = useState<string | null>(null)
	const [task, setTask] = useState<SuggestionTask | null>(null)
	const [announcement, setAnnouncement] = useState('')
	const { requestFocus } = useFocusOn(board)
	const rows: readonly GameSuggestion[] = list.rows ?? []
	const index = Math.max(
		0,
		rows.findIndex(({ id }) => id === currentId),
	)
	const goTo = (suggestion: GameSuggestion | undefined) => {
		if (!suggestion) return
		setCurrentId(suggestion.id)
		requestFocus(suggestion.id)
	}
	useQueueKeys(board, (key) => {
		const current = rows[index]
		if (!current) return false
		const decision = KEYS[key]
		if (key === 'j') goTo(currentId === null ? current : rows[index + 1])
		else if (key === 'k') goTo(rows[index - 1])
		else if (decision && currentId !== null && current.decision === null) setTask({ suggestion: current, decision })
		else return false
		return true
	})
	return (
		<div ref={board} className={boardCss.board}>
			<FilterForm className={queueCss.filters}>
				<FilterSelect
					label="State"
					className={queueCss.filter}
					name="state"
					options={STATES}
					value={state}
					onChange={(word) =>
						void navigate(paths.admin('suggestions', { state: word === 'open' ? null : word }), {
							preventScrollReset: true,
						})
					}
				/>
			</FilterForm>
			<p role="status" className="visually-hidden">
				{announcement}
			</p>
			{state === 'open' && rows.length > 0 && (
				<p className={boardCss.hint}>
					<span>J and K to move, A to add, R to refuse, S for a game that is already here.</span>
				</p>
			)}
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, listSuggestions.config.failure)}
				nextHref={list.next && 'cursor' in list.next ? paths.admin('suggestions') : null}
				skeleton={
					<SkeletonList label="Loading suggestions" count={3} className={css.suggestions}>
						<Skeleton shape="short" />
						<Skeleton shape="block" />
					</SkeletonList>
				}
				empty={
					<Empty scene="seed">{state === 'open' ? 'No suggestions waiting.' : 'No suggestions decided yet.'}</Empty>
				}
				endMessage="End of list"
			>
				{(shown) => (
					<ol className={css.suggestions} aria-label="Suggestions">
						{shown.map((suggestion) => (
							<li key={suggestion.id}>
								<SuggestionCard
									suggestion={suggestion}
									onFocus={() => setCurrentId(suggestion.id)}
									onDecide={(decision) => setTask({ suggestion, decision })}
								/>
							</li>
						))}
					</ol>
				)}
			</PagedList>
			<SuggestionDialog
				task={task}
				onClose={() => setTask(null)}
				onDone={(message) => {
					const next = rows[index + 1] ?? rows[index - 1]
					setTask(null)
					setAnnouncement(message)
					goTo(next)
				}}
			/>
		</div>
	)
}

/** Moves the focus to a suggestion after the next render, when a dialog has given it back. */
function useFocusOn(board: { readonly current: HTMLElement | null }) {
	const [wanted, setWanted] = useState<{ id: string } | null>(null)
	useEffect(() => {
		if (!wanted) return
		const card = board.current?.querySelector<HTMLElement>(`#${CSS.escape(toCardId(wanted.id))}`)
		card?.focus({ preventScroll: true })
		card?.scrollIntoView({ block: 'nearest' })
	}, [wanted, board])
	return { requestFocus: (id: string) => setWanted({ id }) }
}

const toCardId = (id: string) => `suggestion-${id}`
