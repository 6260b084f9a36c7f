import { useEffect, useState } from 'react'
import { getLibraryEntry } from '#contract/library.ts'
import { useRead } from '#web/app/data.tsx'
import { localDay } from '#web/app/format.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatMinutes } from './minutes.ts'
import css from './quick-session.module.css'
import { findRunningPlay, usualMinutes } from './session-draft.ts'
import { useSessions } from './use-sessions.ts'

const loadSessionDialog = () => import('./session-dialog.tsx')

interface QuickSessionProps {
	game: { id: number; name: string }
	/** Whether the server has an entry of the game. */
	isStored: boolean
}

/** The next session at one press, of the usual length, and a button that opens the form for another one. */
export function QuickSession({ game, isStored }: QuickSessionProps) {
	const { data: detail } = useRead(getLibraryEntry, { params: { gameId: game.id } }, { enabled: isStored })
	const [isOpen, setOpen] = useState(false)
	const form = useLazyForm(loadSessionDialog)
	const { add, adding, fail } = useSessions(game.id)
	const { error } = adding
	// Toasts are outside React
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
	useEffect(() => {
		if (error) fail(error)
	}, [error])
	const usual = usualMinutes(detail)
	return (
		<div className={css.buttons}>
			<button
				type="button"
				aria-label={`Add ${formatMinutes(usual)} of ${game.name} today`}
				aria-disabled={adding.isSending}
				onClick={() => {
					const playId = findRunningPlay(detail?.plays ?? [])?.id ?? null
					add({ day: localDay(new Date()), minutes: usual, playId })
				}}
			>
				+ {formatMinutes(usual)}
			</button>
			<button
				type="button"
				aria-label={`Add another session of ${game.name}`}
				title="Another session"
				aria-haspopup="dialog"
				onClick={() => {
					form.load()
					setOpen(true)
				}}
			>
				<Icon name="down" size={16} />
			</button>
			{form.module && (
				<form.module.SessionDialog game={game} detail={detail} open={isOpen} onClose={() => setOpen(false)} />
			)}
		</div>
	)
}
