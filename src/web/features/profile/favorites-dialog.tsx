import { useRef, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { saveFavorites } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './favorites-dialog.module.css'

const MAX_SUGGESTIONS = 6

interface FavoritesDialogProps {
	/** The favorites so far. */
	stored: readonly GameRef[]
	open: boolean
	onClose: () => void
}

/** Chooses the games that are pinned on the viewer's profile, and their order. */
export function FavoritesDialog({ stored, open, onClose }: FavoritesDialogProps) {
	return (
		<Dialog open={open} title="Your Favorites" onClose={onClose}>
			<Chooser stored={stored} onClose={onClose} />
		</Dialog>
	)
}

function Chooser({ stored, onClose }: Omit<FavoritesDialogProps, 'open'>) {
	const [games, setGames] = useState(stored)
	const search = useRef<HTMLInputElement>(null)
	const { send, error, isSending } = useSend(saveFavorites, {
		invalidates: [getProfile],
		onDone: () => {
			onClose()
			showToast({ message: 'Favorites saved' })
		},
	})
	const move = (from: number, to: number) => {
		const moved = games.filter((_, index) => index !== from)
		setGames(moved.toSpliced(to, 0, ...games.slice(from, from + 1)))
	}
	return (
		<div className={css.chooser}>
			<p className={css.none}>
				Up to five games, in your order, at the top of your profile. They’re separate from what you loved.
			</p>
			{games.length > 0 && (
				<ol className={css.games} aria-label="Favorites">
					{games.map((game, index) => (
						<li key={game.id} className={css.game}>
							<span className={css.cover}>
								<GameCover game={game} sizes="40px" />
							</span>
							<span className={css.name}>{game.name}</span>
							<Button
								kind="icon"
								aria-label={`Move ${game.name} up`}
								title="Up"
								aria-disabled={index === 0}
								onClick={() => index > 0 && move(index, index - 1)}
							>
								<span className={css.up}>
									<Icon name="down" size={16} />
								</span>
							</Button>
							<Button
								kind="icon"
								aria-label={`Move ${game.name} down`}
								title="Down"
								aria-disabled={index === games.length - 1}
								onClick={() => index < games.length - 1 && move(index, index + 1)}
							>
								<Icon name="down" size={16} />
							</Button>
							<Button
								kind="plain"
								aria-label={`Remove ${game.name}`}
								onClick={() => {
									setGames(games.filter(({ id }) => id !== game.id))
									search.current?.focus()
								}}
							>
								Remove
							</Button>
						</li>
					))}
				</ol>
			)}
			{games.length < LIMITS.favorites ? (
				<GameSearch
					label="Search for a favorite"
					limit={MAX_SUGGESTIONS}
					isInline
					fieldRef={search}
					excludedIds={new Set(games.map(({ id }) => id))}
					onPick={(game) => setGames([...games, game])}
				/>
			) : (
				<p className={css.none}>These are five. Remove one to add another.</p>
			)}
			<Notice kind="bad" message={error && getFailureMessage(error, saveFavorites.config.failure)} />
			<Button
				kind="main"
				aria-disabled={isSending}
				onClick={() => send({ body: { gameIds: games.map(({ id }) => id) } })}
			>
				{isSending ? 'Saving...' : 'Save Favorites'}
			</Button>
		</div>
	)
}
