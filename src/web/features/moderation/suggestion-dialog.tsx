import { useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import {
	decideSuggestion,
	type GameSuggestion,
	listSuggestions,
	SUGGESTION_DECIDED,
	SuggestedFacts,
	type SuggestionDecision,
	type SuggestionDecisionInput,
} from '#contract/game-suggestions.ts'
import { countReports } from '#contract/moderation.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { GameLine } from '#web/features/games/game-line.tsx'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { toFacts, toFactsDraft } from '#web/features/search/suggestion-draft.ts'
import { SuggestionFields } from '#web/features/search/suggestion-fields.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { focusFirst } from './action-dialog.tsx'
import css from './decision-form.module.css'
import own from './suggestion-dialog.module.css'

const MAX_GAMES = 8

/** What is asked before it is decided. */
export interface SuggestionTask {
	suggestion: GameSuggestion
	decision: SuggestionDecision
}

interface SuggestionDialogProps {
	task: SuggestionTask | null
	onClose: () => void
	onDone: (message: string) => void
}

const WORDS: Readonly<Record<SuggestionDecision, { title: string; button: string; done: string }>> = {
	accept: { title: 'Add the game', button: 'Add Game', done: 'Game added.' },
	same: { title: 'Already here', button: 'It’s This Game', done: 'Suggestion closed.' },
	refuse: { title: 'Refuse the suggestion', button: 'Refuse', done: 'Suggestion refused.' },
}

/** Asks before a suggestion is decided. */
export function SuggestionDialog({ task, ...rest }: SuggestionDialogProps) {
	return (
		<Dialog open={task !== null} title={task ? WORDS[task.decision].title : ''} isSheet onClose={rest.onClose}>
			{task && <Decision key={task.suggestion.id} {...task} {...rest} />}
		</Dialog>
	)
}

function Decision({ suggestion, decision, onClose, onDone }: SuggestionTask & Omit<SuggestionDialogProps, 'task'>) {
	const sending = useSend(decideSuggestion, {
		invalidates: [listSuggestions, countReports],
		onDone: () => onDone(WORDS[decision].done),
	})
	const decide = (input: Omit<SuggestionDecisionInput, 'decision'> = {}) =>
		sending.send({ params: { id: suggestion.id }, body: { decision, ...input } })
	const props = { suggestion, sending, isOvertaken: sending.error?.code === SUGGESTION_DECIDED.code, decide, onClose }
	if (decision === 'accept') return <Accept {...props} />
	return decision === 'same' ? <Same {...props} /> : <Refuse {...props} />
}

interface DecisionProps {
	suggestion: GameSuggestion
	sending: ReturnType<typeof useSend<typeof decideSuggestion>>
	/** Whether someone else has decided it. */
	isOvertaken: boolean
	decide: (input?: Omit<SuggestionDecisionInput, 'decision'>) => void
	onClose: () => void
}

function Accept({ suggestion, sending, isOvertaken, decide, onClose }: DecisionProps) {
	const form = useForm({
		initial: () => toFactsDraft(suggestion),
		validate: (draft, check) => check(SuggestedFacts, toFacts(draft)),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={decideSuggestion.config.failure}
			onSend={(draft) => decide({ game: toFacts(draft) })}
		>
			<p className={css.effect}>Check the facts, with which the game is added.{tell(suggestion)}</p>
			<SuggestionFields form={form} />
			<Actions decision="accept" isSending={form.isSending} isOvertaken={isOvertaken} onClose={onClose} />
		</Form>
	)
}

function Same({ suggestion, sending, isOvertaken, decide, onClose }: DecisionProps) {
	const [game, setGame] = useState<GameRef | null>(suggestion.alike[0] ?? null)
	return (
		<form
			className={css.form}
			onSubmit={(event) => {
				event.preventDefault()
				if (game) decide({ gameId: game.id })
			}}
		>
			<Failure sending={sending} />
			<p className={css.effect}>Nothing is added.{tell(suggestion)}</p>
			<GameSearch label="Search for the game" limit={MAX_GAMES} isInline onPick={setGame} />
			{game && (
				<p className={own.game}>
					<GameLine game={game} />
				</p>
			)}
			<Actions
				decision="same"
				isSending={sending.isSending}
				isIdle={game === null}
				isOvertaken={isOvertaken}
				onClose={onClose}
			/>
		</form>
	)
}

function Refuse({ suggestion, sending, isOvertaken, decide, onClose }: DecisionProps) {
	return (
		<form
			className={css.form}
			onSubmit={(event) => {
				event.preventDefault()
				decide()
			}}
		>
			<Failure sending={sending} />
			<p className={css.effect}>
				“{suggestion.name}” isn’t added.{tell(suggestion)}
			</p>
			<Actions decision="refuse" isSending={sending.isSending} isOvertaken={isOvertaken} onClose={onClose} />
		</form>
	)
}

function Failure({ sending: { error } }: Pick<DecisionProps, 'sending'>) {
	return <Notice kind="bad" message={error && getFailureMessage(error, decideSuggestion.config.failure)} />
}

interface ActionsProps {
	decision: SuggestionDecision
	isSending: boolean
	isIdle?: boolean
	isOvertaken: boolean
	onClose: () => void
}

function Actions({ decision, isSending, isIdle = false, isOvertaken, onClose }: ActionsProps) {
	return (
		<div className={dialog.actions}>
			<Button onClick={onClose}>{isOvertaken ? 'Close' : 'Cancel'}</Button>
			{!isOvertaken && (
				<SubmitButton isSending={isSending} isIdle={isIdle} sendingLabel="Deciding..." ref={focusFirst}>
					{WORDS[decision].button}
				</SubmitButton>
			)}
		</div>
	)
}

const tell = ({ user }: GameSuggestion) => user && ` We’ll tell ${user.username}.`
