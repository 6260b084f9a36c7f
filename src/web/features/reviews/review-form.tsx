import { useRef, useState } from 'react'
import { type GameDetail, getGame, getPopularGames } from '#contract/games.ts'
import type { LibraryEntryDetail } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import {
	createReview,
	getPopularReviews,
	getReview,
	listReviews,
	type Review,
	updateReview,
} from '#contract/reviews.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { formatCount, localDay } from '#web/app/format.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { pressLove } from '#web/features/library-entry/entry-change.ts'
import { LoveButton } from '#web/features/library-entry/love-button.tsx'
import { pickPlatform } from '#web/features/library-entry/pick-platform.ts'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { Mentions } from '#web/features/texts/mentions.tsx'
import { SpoilerTools } from '#web/features/texts/spoiler-tools.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { lastPlatform } from '#web/forms/last-platform.ts'
import { PlatformField } from '#web/forms/platform-field.tsx'
import { RestoredDraft } from '#web/forms/restored-draft.tsx'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import {
	createReviewDraft,
	isSameReviewDraft,
	type ReviewDraft,
	toReviewBody,
	toReviewDraft,
	validateReviewDraft,
} from './review-draft.ts'
import css from './review-form.module.css'
import { StarInput } from './star-input.tsx'
import { useReviewDraft } from './use-review-draft.ts'

const loadDraftSync = () => import('./draft-sync.tsx')

const REVIEW_CREATED = 'Review submitted successfully!'
const REVIEW_UPDATED = 'Review updated successfully!'

/** The share of the longest text from which on its length is shown. */
const COUNTER_FROM = 0.9

const NOTHING_LOGGED: LibraryEntryDetail = { entry: null, plays: [], sessions: [] }

const INVALIDATED = [listReviews, getReview, getGame, getPopularReviews, getPopularGames]

interface ReviewFormProps {
	game: GameDetail
	user: CurrentUser
	/** The review to edit, null to write one. */
	review: Review | null
	/** The server's draft, null if there is none, undefined if it is unreachable. */
	serverDraft: ServerReviewDraft | null | undefined
	/** What the viewer has logged of the game, undefined if it is unreachable. */
	log: LibraryEntryDetail | undefined
	/** Called with the review and the success message once it is saved. */
	onSaved: (saved: Review, message: string) => void
	/** Called with the id of the viewer's existing review of the game. */
	onExists: (reviewId: string) => void
	onCancel: () => void
	/** Called with a function that discards the draft, to call once the review is deleted. */
	onDelete: (discardDraft: () => void) => void
}

/** Writes or edits a review. Unpublished changes are a draft, in this browser and on the server. */
export function ReviewForm({
	game,
	user,
	review,
	serverDraft,
	log,
	onSaved,
	onExists,
	onCancel,
	onDelete,
}: ReviewFormProps) {
	const storedPlatform = lastPlatform(user.id)
	const [start] = useState(() => createStart({ review, game, log }, storedPlatform.get()))
	const stored = useReviewDraft(user.id, game.id, start, serverDraft)
	const { module: sync, hasFailed } = useLazyModule(loadDraftSync, true)
	const handleSaved = (message: string) => (saved: Review) => {
		stored.finish(true)
		storedPlatform.set(saved.platform)
		onSaved(saved, message)
	}
	const creating = useSend(createReview, {
		once: true,
		invalidates: INVALIDATED,
		onDone: handleSaved(REVIEW_CREATED),
		onError: ({ code, body }) => {
			const id = code === 'review_exists' ? (body as { reviewId?: string | null }).reviewId : null
			if (id) onExists(id)
		},
	})
	const updating = useSend(updateReview, { once: true, invalidates: INVALIDATED, onDone: handleSaved(REVIEW_UPDATED) })
	const sending = review ? updating : creating
	const form = useForm({ initial: stored.opened.draft, validate: validateReviewDraft, sending, onChange: stored.store })
	const { marks, save } = useLibraryEntry(game, log?.entry ?? null)
	const isFromLog = start.timePlayed !== '' && form.draft.timePlayed === start.timePlayed && !review
	const text = useRef<HTMLTextAreaElement>(null)
	const discard = () => {
		stored.discard()
		form.restart(start)
	}
	const send = (complete: ReviewDraft) => {
		const body = toReviewBody(complete)
		if (review) updating.send({ params: { id: review.id }, body })
		else creating.send({ body: { gameId: game.id, ...body, day: localDay(new Date()) } })
	}
	return (
		<Form className={css.form} form={form} onSend={send}>
			{stored.isRestored && <RestoredDraft onDiscard={discard} />}
			<StarInput {...form.field('rating')}>
				<LoveButton name={game.name} isLoved={marks.isLoved} onPress={() => save(pressLove(marks))} />
			</StarInput>
			<div className={css.played}>
				<PlatformField {...form.field('platform')} platforms={game.platforms} isMenu />
				<TextField
					{...form.field('timePlayed')}
					label="Hours played"
					note="optional"
					hint={isFromLog ? 'from your log' : undefined}
					className={css.hours}
					inputMode="numeric"
					autoComplete="off"
				/>
			</div>
			<TextArea
				{...form.field('description')}
				label="Your review"
				hint={describeLength(form.draft.description)}
				ref={text}
				className={css.text}
				rows={9}
				placeholder="What stayed with you?"
			/>
			<Mentions field={text} />
			<div className={css.tools}>
				<SpoilerTools
					field={text}
					text={form.draft.description}
					checked={form.draft.containsSpoilers}
					onChange={(containsSpoilers) => form.set({ containsSpoilers })}
					previewClass={css.preview}
				/>
			</div>
			<div className={css.stored}>
				{sync ? (
					<sync.DraftSync
						{...{ start, draft: form.draft, userId: user.id, gameId: game.id, isPublishing: form.isSending }}
						{...{ opened: stored.opened, known: stored.known, saver: stored.saver, onUse: form.restart }}
					/>
				) : (
					hasFailed && !isSameReviewDraft(form.draft, start) && 'Saved on this device only'
				)}
			</div>
			<FormFailure error={form.failure} fallback={(review ? updateReview : createReview).config.failure} />
			<div ref={bottomBar} className={css.actions}>
				<SubmitButton isSending={form.isSending} sendingLabel={review ? 'Updating...' : 'Submitting...'}>
					{review ? 'Update Review' : 'Submit Review'}
				</SubmitButton>
				<Button onClick={onCancel}>Cancel</Button>
				{review && (
					<span className={css.delete}>
						<Button kind="plain" onClick={() => onDelete(() => stored.finish(false))}>
							Delete Review
						</Button>
					</span>
				)}
			</div>
		</Form>
	)
}

/** Returns what the form starts with if there is no draft: the review, or what its author has logged. */
function createStart(
	{ review, game, log = NOTHING_LOGGED }: Pick<ReviewFormProps, 'review' | 'game' | 'log'>,
	last: string | null,
): ReviewDraft {
	return review ? toReviewDraft(review) : createReviewDraft(pickPlatform(log, game.platforms, last), log.entry)
}

/** Says what the length of the text still needs, or near the end how much is left; counted as in validation. */
function describeLength(text: string): string | null {
	const length = Array.from(text.trim()).length
	if (length < LIMITS.reviewMin) return `At least ${LIMITS.reviewMin} characters`
	if (length < COUNTER_FROM * LIMITS.reviewMax) return null
	return `${formatCount(length)} of ${formatCount(LIMITS.reviewMax)}`
}
