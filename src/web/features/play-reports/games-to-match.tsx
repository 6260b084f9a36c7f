import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { isolate } from '#contract/isolate.ts'
import { type ClientGame, listUnmatched, matchClientGame } from '#contract/play-reports.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import rows from '#web/ui/setting-rows.module.css'
import { Time } from '#web/ui/time.tsx'
import { describeReportedGame, getReportedName } from './game-name.ts'
import css from './play-reports.module.css'

const loadDialog = () => import('#web/features/search/match-game-dialog.tsx')

interface GamesToMatchProps {
	/** The first games that wait to be matched. */
	games: readonly ClientGame[]
	/** How many wait in all. */
	totalCount: number
}

/** The games that programs named and that are not known here: each is matched once and for good, or ignored. */
export function GamesToMatch({ games, totalCount }: GamesToMatchProps) {
	const client = useQueryClient()
	const [matching, setMatching] = useState<ClientGame | null>(null)
	const [ignoring, setIgnoring] = useState<ClientGame | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const { module, hasFailed } = useLazyModule(loadDialog, matching !== null)
	const heading = useRef<HTMLHeadingElement>(null)
	const match = useMatch((sessions, name) => {
		setMessage(
			sessions > 0 ? `${pluralize(sessions, 'session')} of ${isolate(name)} added.` : `${isolate(name)} is matched.`,
		)
		heading.current?.focus()
		// Its sessions are on all pages of the library
		void client.invalidateQueries()
	})
	return (
		<section className={css.section} aria-labelledby="games-to-match">
			<h2 id="games-to-match" ref={heading} tabIndex={-1}>
				Games to Match
			</h2>
			<Notice message={message} />
			<Notice kind="bad" message={hasFailed && matching ? matchClientGame.config.failure : match.failure} />
			{games.length === 0 ? (
				<p className={css.none}>Every reported game is matched.</p>
			) : (
				<p className={css.lead}>
					Which games are these? Choose each one once, and everything that is reported of it counts, now and later.
				</p>
			)}
			<ul className={css.list} aria-label="Games to match">
				{games.map((game) => (
					<GameRow
						key={game.id}
						game={game}
						onMatch={() => {
							setMessage(null)
							setMatching(game)
						}}
						onIgnore={() => {
							setMessage(null)
							setIgnoring(game)
						}}
					/>
				))}
			</ul>
			{totalCount > games.length && (
				<p className={css.lead}>{pluralize(totalCount - games.length, 'more game')} will appear as you go.</p>
			)}
			{module && (
				<module.MatchGameDialog
					name={matching && getReportedName(matching.game)}
					onPick={(game) => matching && match.send(matching, game)}
					onClose={() => setMatching(null)}
				/>
			)}
			<IgnoreDialog
				game={ignoring}
				onClose={() => setIgnoring(null)}
				onIgnored={(name) => {
					setIgnoring(null)
					setMessage(`${isolate(name)} is ignored.`)
				}}
			/>
		</section>
	)
}

function GameRow({ game: one, onMatch, onIgnore }: { game: ClientGame; onMatch: () => void; onIgnore: () => void }) {
	const { game, client, reportCount, reportedAt } = one
	const name = getReportedName(game)
	const facts = describeReportedGame(game)
	return (
		<li className={`${rows.row} ${css.row}`}>
			<span className={rows.words}>
				<strong>{name}</strong>
				<span className={rows.when}>
					{facts && `${facts} · `}
					{isolate(client)} · {reportCount > 0 && `${pluralize(reportCount, 'report')}, `}
					<Time time={reportedAt} inSentence />
				</span>
			</span>
			<span className={css.acts}>
				<Button aria-label={`Choose a game for ${name}`} onClick={onMatch}>
					Choose Game
				</Button>
				<Button kind="plain" aria-label={`Ignore ${name}`} onClick={onIgnore}>
					Ignore
				</Button>
			</span>
		</li>
	)
}

/** Returns a function that matches a program's game, and why the last attempt failed. */
function useMatch(onMatched: (sessions: number, name: string) => void) {
	const picked = useRef('')
	const { send, error } = useSend(matchClientGame, {
		invalidates: [listUnmatched],
		onDone: ({ sessions }) => onMatched(sessions, picked.current),
	})
	return {
		failure: error && getFailureMessage(error, matchClientGame.config.failure),
		send: ({ id }: ClientGame, game: GameRef) => {
			picked.current = game.name
			send({ params: { id }, body: { gameId: game.id } })
		},
	}
}

interface IgnoreDialogProps {
	/** Null closes the dialog. */
	game: ClientGame | null
	onClose: () => void
	onIgnored: (name: string) => void
}

function IgnoreDialog({ game, onClose, onIgnored }: IgnoreDialogProps) {
	const name = game ? getReportedName(game.game) : ''
	const { send, error, isSending, reset } = useSend(matchClientGame, {
		invalidates: [listUnmatched],
		onDone: () => onIgnored(name),
	})
	return (
		<DeleteDialog
			title={`Ignore ${isolate(name)}?`}
			open={game !== null}
			label="Ignore"
			busyLabel="Ignoring..."
			isDeleting={isSending}
			onDelete={() => game && send({ params: { id: game.id }, body: { gameId: null } })}
			onClose={() => {
				reset()
				onClose()
			}}
		>
			<p>Nothing that {game && isolate(game.client)} reports of it will count. This cannot be undone.</p>
			<Notice kind="bad" message={error && getFailureMessage(error, matchClientGame.config.failure)} />
		</DeleteDialog>
	)
}
