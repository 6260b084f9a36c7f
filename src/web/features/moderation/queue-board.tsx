import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
	type Action,
	countReports,
	getModeratedSubject,
	listReports,
	MODERATION_ACTIONS,
	type ModerationAction,
} from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ACTIONS } from './action-words.ts'
import { type BulkAccount, BulkDialog } from './bulk-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import css from './queue-board.module.css'
import type { QueuedGroup } from './queued-group.ts'
import { ReportGroupCard } from './report-group-card.tsx'
import { SelectedAccounts } from './selected-accounts.tsx'
import { useDecisionToast } from './use-decision-toast.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useSelectedAccounts } from './use-selected-accounts.ts'

/** What is asked before it is done. */
type Task =
	| { kind: 'act'; group: QueuedGroup; action: ModerationAction }
	| { kind: 'bulk'; accounts: BulkAccount[]; action: 'ban' | 'remove' }
	| { kind: 'keys' }

interface QueueBoardProps {
	groups: readonly QueuedGroup[]
	/** Shows the groups in a list. */
	children: (renderGroups: (groups: QueuedGroup[]) => ReactNode) => ReactNode
}

/** Where a moderator was when they opened something from the queue. */
let lastOpenedId: string | null = null

/** The groups with everything that can be done about them, by pointer or by keyboard alone. */
export function QueueBoard({ groups, children }: QueueBoardProps) {
	const navigate = useNavigate()
	const board = useRef<HTMLDivElement>(null)
	const [currentId, setCurrentId] = useState<string | null>(() => lastOpenedId)
	const [task, setTask] = useState<Task | null>(null)
	const [announcement, setAnnouncement] = useState('')
	const selection = useSelectedAccounts()
	const refresh = useRefresh()
	const announce = useDecisionToast(refresh)
	const { requestFocus } = useFocusOn(board)
	const index = Math.max(
		0,
		groups.findIndex(({ id }) => id === currentId),
	)
	const current = groups[index]

	const goTo = (group: QueuedGroup | undefined) => {
		if (!group) return
		setCurrentId(group.id)
		requestFocus(group.id)
	}
	const toggle = (group: QueuedGroup) => setAnnouncement(`${selection.toggle(group)} selected`)
	const open = (group: QueuedGroup) => {
		lastOpenedId = group.id
		if (group.path) void navigate(group.path)
	}
	const removeRecent = ({ author }: QueuedGroup) => {
		if (author) setTask({ kind: 'bulk', accounts: [author], action: 'remove' })
	}

	useQueueKeys(board, (key, { target }) => {
		if (key === '?') return setTask({ kind: 'keys' }) ?? true
		if (!current) return false
		const onCard = target instanceof HTMLElement && target.matches('article')
		if (key === 'j' || (onCard && key === 'ArrowDown')) return goTo(currentId ? groups[index + 1] : current) ?? true
		if (key === 'k' || (onCard && key === 'ArrowUp')) return goTo(groups[index - 1]) ?? true
		if (key === 'Enter') return onCard && (open(current) ?? true)
		if (currentId === null) return false
		if (key === 'x') return toggle(current) ?? true
		if (key === 'e') return removeRecent(current) ?? true
		const action = MODERATION_ACTIONS.find((action) => ACTIONS[action].key === key)
		if (!action) return false
		if (current.allowed.includes(action)) setTask({ kind: 'act', group: current, action })
		else setAnnouncement(`${ACTIONS[action].label} is not possible here`)
		return true
	})

	/** Closes the dialog, says what was done, with a way back, and moves on to the next group. */
	const finish = (action: ModerationAction, taken: Action) => {
		const next = groups[index + 1] ?? groups[index - 1]
		setTask(null)
		announce(action, taken, { isLast: !next })
		if (task?.kind === 'act' && groups.length > 1) goTo(next)
		else if (current) requestFocus(current.id)
		refresh()
	}

	return (
		<div ref={board} className={css.board}>
			<p role="status" className="visually-hidden">
				{announcement}
			</p>
			{groups.length > 0 && <KeysHint onOpen={() => setTask({ kind: 'keys' })} />}
			{children((rows) => (
				<ol className={css.groups} aria-label="Reports">
					{rows.map((group) => (
						<li key={group.id}>
							<ReportGroupCard
								group={group}
								isCurrent={group.id === (currentId ?? groups[0]?.id)}
								isSelected={selection.has(group)}
								onFocus={() => setCurrentId(group.id)}
								onToggle={() => toggle(group)}
								onAct={(action) => setTask({ kind: 'act', group, action })}
								onRemoveRecent={() => removeRecent(group)}
							/>
						</li>
					))}
				</ol>
			))}
			<SelectedAccounts
				accounts={selection.accounts}
				onSelectAll={() => selection.selectAll(groups)}
				onClear={selection.clear}
				onAct={(action) => setTask({ kind: 'bulk', accounts: selection.accounts, action })}
			/>
			<TaskDialogs
				task={task}
				onClose={() => setTask(null)}
				onDone={finish}
				onOvertaken={refresh}
				onBulkDone={() => {
					selection.clear()
					refresh()
				}}
			/>
		</div>
	)
}

function KeysHint({ onOpen }: { onOpen: () => void }) {
	return (
		<p className={css.hint}>
			<span>J and K to move, letters to act.</span>
			<Button kind="plain" onClick={onOpen}>
				All Shortcuts
			</Button>
		</p>
	)
}

interface TaskDialogsProps {
	task: Task | null
	onClose: () => void
	onDone: (action: ModerationAction, taken: Action) => void
	onOvertaken: () => void
	onBulkDone: () => void
}

/** The dialog of what is asked, if anything is. */
function TaskDialogs({ task, onClose, onDone, onOvertaken, onBulkDone }: TaskDialogsProps) {
	return (
		<>
			<ActionDialog
				task={task?.kind === 'act' ? task : null}
				onClose={onClose}
				onDone={onDone}
				onOvertaken={onOvertaken}
			/>
			<BulkDialog
				task={task?.kind === 'bulk' ? task : null}
				onClose={(wasDone) => {
					onClose()
					if (wasDone) onBulkDone()
				}}
			/>
			<KeysDialog open={task?.kind === 'keys'} onClose={onClose} />
		</>
	)
}

/** Returns a function that reads the queue again, and forgets what an action may have changed anywhere else. */
function useRefresh(): () => void {
	const client = useQueryClient()
	return () => {
		client.removeQueries({ type: 'inactive' })
		for (const { url } of [listReports, getModeratedSubject, countReports])
			void client.invalidateQueries({ queryKey: [url] })
	}
}

/** Moves the focus to a group after the next render, when a dialog has given it back. */
function useFocusOn(board: { readonly current: HTMLElement | null }) {
	const [wanted, setWanted] = useState<{ id: string } | null>(null)
	useEffect(() => {
		if (!wanted) return
		const card = board.current?.querySelector<HTMLElement>(`#${CSS.escape(wanted.id)}`)
		card?.focus({ preventScroll: true })
		card?.scrollIntoView({ block: 'nearest' })
	}, [wanted, board])
	return { requestFocus: (id: string) => setWanted({ id }) }
}
