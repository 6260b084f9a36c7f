import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getLibraryEntry, type LibraryEntryDetail } from '#contract/library.ts'
import type { Play } from '#contract/play.ts'
import { deletePlay } from '#contract/plays.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { formatRelease } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { refreshEntry } from './entry-cache.ts'
import { formatMinutes } from './minutes.ts'
import css from './play-dialog.module.css'
import { PlayForm } from './play-form.tsx'
import { STATUS_WORDS } from './status-words.ts'

interface PlayDialogProps {
	game: { id: number; name: string; platforms: readonly string[] }
	open: boolean
	onClose: () => void
}

/** Logs a play of a game, and edits or deletes those that are logged. The play that is running comes first. */
export function PlayDialog({ game, open, onClose }: PlayDialogProps) {
	const input = { params: { gameId: game.id } }
	const { data, error, isFetching, retry } = useRead(getLibraryEntry, input, { enabled: open })
	// The form begins with the play that is running, so it waits for the last changes
	const [isCurrent, setCurrent] = useState(false)
	useEffect(() => setCurrent((wasCurrent) => open && (wasCurrent || !isFetching)), [open, isFetching])
	return (
		<Dialog open={open} title="Log a Play" onClose={onClose}>
			<p className={css.game}>{game.name}</p>
			{data && isCurrent ? (
				<Plays game={game} detail={data} onClose={onClose} />
			) : error ? (
				<>
					<Notice kind="bad" message={getChangeFailure(error, getLibraryEntry.config.failure)} />
					<TryAgain onRetry={retry} />
				</>
			) : (
				<Skeleton shape="block" />
			)}
		</Dialog>
	)
}

function Plays({ game, detail, onClose }: Omit<PlayDialogProps, 'open'> & { detail: LibraryEntryDetail }) {
	const { plays } = detail
	const [edited, setEdited] = useState<Play | null>(
		() => plays.find(({ endedOn, outcome }) => endedOn === null && outcome === null) ?? null,
	)
	return (
		<>
			{plays.length > 0 && (
				<ul className={css.plays} aria-label="Plays">
					{plays.map((play) => (
						<PlayRow
							key={play.id}
							play={play}
							isEdited={play.id === edited?.id}
							onEdit={() => setEdited(play)}
							onDeleted={() => setEdited((before) => (before?.id === play.id ? null : before))}
						/>
					))}
					<li className={css.play}>
						<Button kind="plain" aria-pressed={edited === null} onClick={() => setEdited(null)}>
							New play
						</Button>
					</li>
				</ul>
			)}
			<PlayForm key={edited?.id ?? 'new'} game={game} detail={detail} play={edited} onSaved={onClose} />
		</>
	)
}

interface PlayRowProps {
	play: Play
	isEdited: boolean
	onEdit: () => void
	onDeleted: () => void
}

function PlayRow({ play, isEdited, onEdit, onDeleted }: PlayRowProps) {
	const client = useQueryClient()
	const [isAsking, setAsking] = useState(false)
	const { send, error, isSending } = useSend(deletePlay, {
		onDone: () => {
			onDeleted()
			refreshEntry(client, play.gameId)
		},
	})
	const words = describePlay(play)
	return (
		<li className={css.play}>
			<button type="button" className={css.edit} aria-pressed={isEdited} aria-label={`Edit: ${words}`} onClick={onEdit}>
				{words}
			</button>
			{isAsking ? (
				<span className={css.question}>
					Delete it? Its sessions stay.
					<Button kind="plain" aria-disabled={isSending} onClick={() => send({ params: { id: play.id } })}>
						Delete
					</Button>
					<Button kind="plain" onClick={() => setAsking(false)}>
						Keep
					</Button>
				</span>
			) : (
				<Button kind="plain" aria-label={`Delete: ${words}`} onClick={() => setAsking(true)}>
					Delete
				</Button>
			)}
			<Notice kind="bad" message={error && getChangeFailure(error, deletePlay.config.failure)} />
		</li>
	)
}

/** Says what is known of a play: `Finished · November 2026 · 12 h`. */
function describePlay({ outcome, startedOn, endedOn, minutes, platform, isReplay }: Play): string {
	const isRunning = outcome === null && endedOn === null
	const word = outcome ? STATUS_WORDS[outcome] : isRunning ? 'Playing now' : STATUS_WORDS.played
	const facts = [
		isReplay ? `${word}, again` : word,
		endedOn ? formatRelease(endedOn) : startedOn && `since ${formatRelease(startedOn)}`,
		minutes !== null && formatMinutes(minutes),
		platform,
	]
	return facts.filter(Boolean).join(' · ')
}
