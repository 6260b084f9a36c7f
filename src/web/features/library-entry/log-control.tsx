import { type MouseEvent, useState } from 'react'
import type { LibraryChange } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import {
	getStatusButtons,
	hasEntry,
	NOTHING_LEFT,
	needsConsentToRemove,
	pressStatus,
	pressWishlist,
} from './entry-change.ts'
import css from './log-control.module.css'
import { StarRow } from './star-row.tsx'
import { StatusMark } from './status-mark.tsx'
import { StatusMenu } from './status-menu.tsx'
import { STATUS_WORDS, WISHLIST } from './status-words.ts'
import { TimeRow } from './time-row.tsx'
import { useLibraryEntry } from './use-library-entry.ts'

const loadRemoveDialog = () => import('./remove-dialog.tsx')

interface LogControlProps {
	game: { id: number; name: string; releaseDate: string | null; platforms: readonly string[] }
	/** The viewer's entry; null for visitors, and if the game is not in the library. */
	stored: LibraryEntry | null
	/** The viewer's review of the game. */
	reviewId: string | null
}

/** What the viewer has to do with a game: status, stars, wish, heart and plays. Visitors are led to the login. */
export function LogControl({ game, stored, reviewId }: LogControlProps) {
	const { name } = game
	const entry = useLibraryEntry(game, stored)
	const { marks, save } = entry
	const [hasPressed, setPressed] = useState(false)
	const [isRemoving, setRemoving] = useState(false)
	const removal = useLazyForm(loadRemoveDialog)
	const press = (change: LibraryChange) => (event: MouseEvent) => {
		// A double click is one press
		if (event.detail > 1) return
		setPressed(true)
		save(change)
	}
	const remove = () => {
		if (!entry.isLoggedIn()) return
		if (needsConsentToRemove(stored)) {
			removal.load()
			setRemoving(true)
		} else save(NOTHING_LEFT)
	}
	return (
		// Depends on the viewer
		<section
			className={css.control}
			aria-label={`${name} in your library`}
			data-settles=""
			data-scripted=""
			data-fills={hasPressed ? '' : undefined}
		>
			<div className={css.statuses}>
				<button
					type="button"
					className={css.status}
					aria-pressed={marks.isWished}
					onClick={press(pressWishlist(marks))}
				>
					<StatusMark status="wishlist" size={24} />
					<span>
						{WISHLIST}
						<OfGame name={name} />
					</span>
				</button>
				{getStatusButtons(marks.status).map(({ status, isSet }, index) => (
					<button
						// The button stays, and keeps the focus, when another status of its group is set
						// biome-ignore lint/suspicious/noArrayIndexKey: there are always two, in this order
						key={index}
						type="button"
						className={css.status}
						data-status={status}
						aria-pressed={isSet}
						onClick={press(pressStatus(marks, status))}
					>
						<StatusMark status={status} size={24} />
						<span>
							{STATUS_WORDS[status]}
							<OfGame name={name} />
						</span>
					</button>
				))}
				<StatusMenu
					className={css.more}
					game={game}
					status={marks.status}
					onChoose={(status) => {
						setPressed(true)
						save({ status })
					}}
					onRemove={hasEntry(stored, marks) ? remove : undefined}
				/>
			</div>
			<StarRow name={name} entry={entry} reviewId={reviewId} />
			<TimeRow game={game} stored={stored} status={marks.status} />
			{stored && removal.module && (
				<removal.module.RemoveDialog entry={stored} open={isRemoving} onClose={() => setRemoving(false)} />
			)}
		</section>
	)
}

/** Tells buttons of different games apart. */
function OfGame({ name }: { name: string }) {
	return <span className="visually-hidden"> {name}</span>
}
