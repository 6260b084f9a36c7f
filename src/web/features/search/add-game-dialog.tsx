import { useState } from 'react'
import { addGame, type GameCandidate, lookUpGames } from '#contract/game-lookup.ts'
import type { GameRef } from '#contract/game-ref.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { releaseYear } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './add-game-dialog.module.css'
import { SuggestionForm } from './suggestion-form.tsx'

const SOURCE_NAMES = { igdb: 'IGDB', wikidata: 'Wikidata' } as const
const MAX_PLATFORMS = 3

interface AddGameDialogProps {
	/** What was searched for; null closes the dialog. */
	query: string | null
	onPick: (game: GameRef) => void
	onClose: () => void
}

/** Offers the games that a source has under a name, and else to tell the moderators of it. */
export function AddGameDialog({ query, ...rest }: AddGameDialogProps) {
	return (
		<Dialog open={query !== null} title="Add a game" isSheet onClose={rest.onClose}>
			{query !== null && <Candidates key={query} query={query} {...rest} />}
		</Dialog>
	)
}

function Candidates({ query, onPick, onClose }: AddGameDialogProps & { query: string }) {
	const [isSuggesting, setSuggesting] = useState(false)
	const { data, error, retry } = useRead(lookUpGames, { query: { query } })
	const adding = useSend(addGame, { onDone: onPick })
	const [pressed, setPressed] = useState<string | null>(null)
	const failure = error ?? adding.error
	if (isSuggesting || data?.candidates.length === 0)
		return (
			<div className={css.box}>
				<p className={css.lead}>
					{data?.candidates.length === 0 && data.source !== null
						? `${SOURCE_NAMES[data.source]} has no such game. Tell the moderators about it.`
						: 'Tell the moderators about it.'}
				</p>
				<SuggestionForm name={query} onPick={onPick} onClose={onClose} />
			</div>
		)
	return (
		<div className={css.box}>
			<Notice
				kind="bad"
				message={failure && getFailureMessage(failure, (error ? lookUpGames : addGame).config.failure)}
			/>
			{error && (
				<p>
					<TryAgain onRetry={retry} />
				</p>
			)}
			{!data && !error && (
				<SkeletonList label="Looking for games" count={3} className={css.list}>
					<Skeleton shape="block" />
				</SkeletonList>
			)}
			{data && (
				<ul className={css.list} aria-label={`Games at ${data.source ? SOURCE_NAMES[data.source] : 'the source'}`}>
					{data.candidates.map((candidate) => (
						<li key={candidate.sourceId}>
							<CandidateButton
								candidate={candidate}
								isAdding={adding.isSending && pressed === candidate.sourceId}
								onPress={() => {
									const { source, sourceId } = candidate
									setPressed(sourceId)
									adding.send({ body: { source, sourceId } })
								}}
							/>
						</li>
					))}
				</ul>
			)}
			<p className={css.other}>
				Not the one?{' '}
				<Button kind="plain" onClick={() => setSuggesting(true)}>
					Suggest It
				</Button>
			</p>
		</div>
	)
}

interface CandidateButtonProps {
	candidate: GameCandidate
	isAdding: boolean
	onPress: () => void
}

function CandidateButton({ candidate, isAdding, onPress }: CandidateButtonProps) {
	const { name, releaseDate, platforms, developers, gameId } = candidate
	const more = platforms.length - MAX_PLATFORMS
	const facts = [
		releaseDate && releaseYear(releaseDate),
		developers[0],
		platforms.slice(0, MAX_PLATFORMS).join(', ') + (more > 0 ? ` and ${more} more` : ''),
	].filter(Boolean)
	return (
		<button type="button" className={css.candidate} onClick={onPress}>
			<span className={css.words}>
				<span className={css.name}>{name}</span>
				{facts.length > 0 && <span className={css.facts}>{facts.join(' · ')}</span>}
			</span>
			<span className={css.act}>{isAdding ? 'Adding...' : gameId === null ? 'Add' : 'Select'}</span>
		</button>
	)
}
