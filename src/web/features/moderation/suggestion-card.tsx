import { Link } from 'react-router'
import { DECISION_LABELS, type GameSuggestion, type SuggestionDecision } from '#contract/game-suggestions.ts'
import { paths } from '#contract/paths.ts'
import { releaseYear } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Time } from '#web/ui/time.tsx'
import css from './appeals-section.module.css'

interface SuggestionCardProps {
	suggestion: GameSuggestion
	onFocus: () => void
	onDecide: (decision: SuggestionDecision) => void
}

/** A suggested game with everything that helps to decide, and what was decided. */
export function SuggestionCard({ suggestion, onFocus, onDecide }: SuggestionCardProps) {
	const { id, name, releaseYear: year, platforms, developers, url, note, user, createdAt, alike, decision } = suggestion
	const facts = [year, platforms.join(', '), developers.join(', ')].filter(Boolean).join(' · ')
	return (
		<article
			id={`suggestion-${id}`}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: the queue moves the focus by keys
			tabIndex={0}
			className={`${card.card} ${css.card}`}
			aria-label={`Suggestion: ${name}`}
			onFocus={onFocus}
		>
			<div>
				<h2 className={css.title}>{name}</h2>
				{facts && <p className={css.text}>{facts}</p>}
				<p className={css.label}>
					Suggested by{' '}
					{user ? <Link to={paths.profile(user.username)}>{user.username}</Link> : 'someone whose account is deleted'},{' '}
					<Time time={createdAt} inSentence />
				</p>
			</div>
			{url && (
				<p className={css.link}>
					<a href={url} rel="noreferrer nofollow ugc" target="_blank">
						{url}
					</a>
				</p>
			)}
			{note && <p className={css.text}>{note}</p>}
			{decision === null && alike.length > 0 && (
				<p className={css.text}>
					Same name:{' '}
					{alike.map((game, index) => (
						<span key={game.id}>
							{index > 0 && ', '}
							<Link to={paths.game(game.id)}>
								{game.name}
								{game.releaseDate && ` (${releaseYear(game.releaseDate)})`}
							</Link>
						</span>
					))}
				</p>
			)}
			{decision === null ? (
				<div className={css.actions}>
					<Button kind="main" aria-keyshortcuts="a" onClick={() => onDecide('accept')}>
						Add
					</Button>
					<Button aria-keyshortcuts="s" onClick={() => onDecide('same')}>
						Already Here
					</Button>
					<Button aria-keyshortcuts="r" onClick={() => onDecide('refuse')}>
						Refuse
					</Button>
				</div>
			) : (
				<Decided suggestion={suggestion} decision={decision} />
			)}
		</article>
	)
}

function Decided({ suggestion, decision }: { suggestion: GameSuggestion; decision: SuggestionDecision }) {
	const { game, decidedBy, decidedAt } = suggestion
	return (
		<p className={css.label}>
			{DECISION_LABELS[decision]}
			{game && (
				<>
					: <Link to={paths.game(game.id)}>{game.name}</Link> (
					<Link to={paths.gameHistory(game.id, { edit: 1 })}>edit</Link>)
				</>
			)}
			{decidedBy && `, by ${decidedBy.username}`}
			{decidedAt && (
				<>
					, <Time time={decidedAt} inSentence />
				</>
			)}
		</p>
	)
}
