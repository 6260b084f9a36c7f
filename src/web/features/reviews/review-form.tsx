import { type GameDetail, getGame, getPopularGames } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'
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
import { formatCount } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RestoredDraft, useStoredDraft } from '#web/forms/restored-draft.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { PlatformField } from './platform-field.tsx'
import {
	createEmptyReviewDraft,
	isSameReviewDraft,
	type ReviewDraft,
	toReviewBody,
	toReviewDraft,
	validateReviewDraft,
} from './review-draft.ts'
import { storedReviewDraft } from './review-draft-storage.ts'
import css from './review-form.module.css'
import { StarInput } from './star-input.tsx'

const REVIEW_CREATED = 'Review submitted successfully!'
const REVIEW_UPDATED = 'Review updated successfully!'

const INVALIDATED = [listReviews, getReview, getGame, getPopularReviews, getPopularGames]

interface ReviewFormProps {
	game: GameDetail
	user: CurrentUser
	/** The review to edit, null to write one. */
	review: Review | null
	/** Called with the success message once the review is saved. */
	onSaved: (message: string) => void
	/** Called with the id of the viewer's existing review of the game. */
	onExists: (reviewId: string) => void
	onCancel: () => void
	onDelete: () => void
}

/** Writes or edits a review. Unsaved changes are stored as a draft. */
export function ReviewForm({ game, user, review, onSaved, onExists, onCancel, onDelete }: ReviewFormProps) {
	const start = review ? toReviewDraft(review) : createEmptyReviewDraft(game.platforms)
	const { restored, ...stored } = useStoredDraft(storedReviewDraft(user.id, game.id), start, isSameReviewDraft)
	const handleSaved = (message: string) => () => {
		stored.remove()
		onSaved(message)
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
	const form = useForm({ initial: restored ?? start, validate: validateReviewDraft, sending, onChange: stored.store })
	const discard = () => {
		stored.discard()
		form.restart(start)
	}
	const send = (complete: ReviewDraft) => {
		const body = toReviewBody(complete)
		if (review) updating.send({ params: { id: review.id }, body })
		else creating.send({ body: { gameId: game.id, ...body } })
	}
	return (
		<Form className={css.form} form={form} onSend={send}>
			{restored && <RestoredDraft onDiscard={discard} />}
			<StarInput {...form.field('rating')} />
			<PlatformField {...form.field('platform')} platforms={game.platforms} />
			<div className={css.hours}>
				<TextField
					{...form.field('timePlayed')}
					label="Time played"
					note="in hours, optional"
					inputMode="numeric"
					autoComplete="off"
				/>
			</div>
			<TextArea
				{...form.field('description')}
				label="Your review"
				hint={formatLength(form.draft.description)}
				className={css.text}
				rows={9}
				placeholder="What stayed with you?"
			/>
			<FormFailure error={form.failure} fallback={(review ? updateReview : createReview).config.failure} />
			<div className={css.actions}>
				<SubmitButton isSending={form.isSending} sendingLabel={review ? 'Updating...' : 'Submitting...'}>
					{review ? 'Update Review' : 'Submit Review'}
				</SubmitButton>
				<Button onClick={onCancel}>Cancel</Button>
				{review && (
					<span className={css.delete}>
						<Button kind="plain" onClick={onDelete}>
							Delete Review
						</Button>
					</span>
				)}
			</div>
		</Form>
	)
}

/** Formats the length of the text, counted as in validation. */
function formatLength(text: string): string {
	const length = Array.from(text.trim()).length
	if (length < LIMITS.reviewMin) return `${length} of at least ${LIMITS.reviewMin} characters`
	return `${formatCount(length)} of ${formatCount(LIMITS.reviewMax)} characters`
}
