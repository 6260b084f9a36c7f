import { useState } from 'react'
import type { LibraryEntry, LibraryStatus } from '#contract/library-entry.ts'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatMinutes } from './minutes.ts'
import { formatPlayDay } from './play-days.ts'
import css from './time-row.module.css'
import { useLoggedIn } from './use-library-entry.ts'

const loadPlayDialog = () => import('./play-dialog.tsx')
const QuickSession = lazy(() => import('./quick-session.tsx'), 'QuickSession')

interface TimeRowProps {
	game: { id: number; name: string; platforms: readonly string[] }
	stored: LibraryEntry | null
	/** The status in sight, which the server may not have yet. */
	status: LibraryStatus | null
}

/** How long and when the viewer last played a game, the next session at one press while playing, and the plays. */
export function TimeRow({ game, stored, status }: TimeRowProps) {
	const isMember = useSession().status === 'in'
	const isLoggedIn = useLoggedIn()
	const [isOpen, setOpen] = useState(false)
	const form = useLazyForm(loadPlayDialog)
	return (
		<div className={css.row}>
			<p className={css.time}>
				{stored !== null && stored.minutesPlayed !== null && <span>{formatMinutes(stored.minutesPlayed)}</span>}
				{stored?.lastPlayedOn && <span>{formatPlayDay(stored.lastPlayedOn, new Date())}</span>}
			</p>
			{isMember && status === 'playing' && <QuickSession game={game} isStored={stored !== null} />}
			<Button
				kind="plain"
				aria-haspopup="dialog"
				onClick={() => {
					if (!isLoggedIn()) return
					form.load()
					setOpen(true)
				}}
			>
				Log a Play…<span className="visually-hidden"> of {game.name}</span>
			</Button>
			{form.module && <form.module.PlayDialog game={game} open={isOpen} onClose={() => setOpen(false)} />}
		</div>
	)
}
