import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GAME_NOT_FOUND, GameRef } from './game-ref.ts'
import { LIMITS } from './limits.ts'
import { UnfinishedReview } from './review-input.ts'
import { GameId, nullable, SuccessResponse, Time } from './shapes.ts'

/** A draft of a review: of a new one, or of changes to the published one. Nobody but its author sees it. */
export const ServerReviewDraft = Type.Object({
	rating: nullable(Type.Number()),
	platform: nullable(Type.String()),
	/** Whole hours. */
	timePlayed: nullable(Type.Integer()),
	description: Type.String(),
	containsSpoilers: Type.Boolean(),
	/** Identifies this content: no two versions of a draft have the same, not even after a deletion. */
	version: Type.Integer(),
	/** The device that saved it, such as `Firefox on Windows`. */
	device: nullable(Type.String()),
	updatedAt: Time(),
})
export type ServerReviewDraft = Static<typeof ServerReviewDraft>

export const DRAFT_CHANGED = {
	code: 'draft_changed',
	error: 'This draft was changed somewhere else. Please choose which one to keep.',
} as const
export const TOO_MANY_DRAFTS = {
	code: 'too_many_drafts',
	error: `You can have up to ${LIMITS.draftsPerAccount} drafts. Publish or discard one first.`,
} as const

const DRAFT_FAILED = 'Failed to fetch your draft'
const SAVING_FAILED = 'Failed to save your draft'
const DISCARDING_FAILED = 'Failed to discard your draft'

const params = Type.Object({ gameId: GameId() })
const Answer = Type.Object({ draft: nullable(ServerReviewDraft) })

export const listReviewDrafts = endpoint({
	method: 'GET',
	url: '/api/reviews/drafts',
	config: { summary: 'List your drafts of reviews, last changed first', auth: 'user', failure: DRAFT_FAILED },
	schema: {
		querystring: Type.Object({
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 10 })),
		}),
		response: {
			200: Type.Object({
				drafts: Type.Array(
					Type.Object({
						game: GameRef,
						/** Number of words of the text. */
						words: Type.Integer(),
						updatedAt: Time(),
					}),
				),
			}),
		},
	},
})

export const getReviewDraft = endpoint({
	method: 'GET',
	url: '/api/reviews/drafts/:gameId',
	config: {
		summary: 'Get your draft of a review of a game; null if there is none',
		auth: 'user',
		failure: DRAFT_FAILED,
		missing: GAME_NOT_FOUND,
	},
	schema: { params, response: { 200: Answer } },
})

export const saveReviewDraft = endpoint({
	method: 'PUT',
	url: '/api/reviews/drafts/:gameId',
	config: {
		summary: 'Save your draft of a review of a game, unless another version was saved meanwhile',
		auth: 'user',
		failure: SAVING_FAILED,
		missing: GAME_NOT_FOUND,
		refusals: { 400: [TOO_MANY_DRAFTS], 409: [{ ...DRAFT_CHANGED, extra: { draft: nullable(ServerReviewDraft) } }] },
		limit: 'draft',
	},
	schema: {
		params,
		body: Type.Object({
			...UnfinishedReview.properties,
			/** The version that this one began from; null or absent for the first. */
			version: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: LIMITS.draftVersionMax }))),
		}),
		response: { 200: Type.Object({ draft: ServerReviewDraft }) },
	},
})
export type SavedReviewDraft = Static<(typeof saveReviewDraft)['schema']['body']>

export const deleteReviewDraft = endpoint({
	method: 'DELETE',
	url: '/api/reviews/drafts/:gameId',
	config: {
		summary: 'Discard your draft of a review of a game, if there is one',
		auth: 'user',
		failure: DISCARDING_FAILED,
		missing: GAME_NOT_FOUND,
		refusals: { 409: [{ ...DRAFT_CHANGED, extra: { draft: nullable(ServerReviewDraft) } }] },
		limit: 'draft',
	},
	schema: {
		params,
		querystring: Type.Object({
			/** Keeps a draft that has another version by now. */
			version: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.draftVersionMax })),
		}),
		response: { 200: SuccessResponse },
	},
})
