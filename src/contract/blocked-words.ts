import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'

const WORDS_FAILED = 'Failed to load the blocked words'
const WORD_LENGTH = `Words must be 2 to ${LIMITS.blockedWordMax} characters`

/** The words that hold a text for a moderator. */
export const BlockedWords = Type.Object({
	/** Compared with whole words, ignoring case and accents; an entry may be several words in a row. */
	words: Type.Array(
		Type.String({
			minLength: 2,
			maxLength: LIMITS.blockedWordMax,
			sentences: { required: WORD_LENGTH, minLength: WORD_LENGTH, maxLength: WORD_LENGTH },
		}),
		{
			maxItems: LIMITS.blockedWords,
			sentences: { maxItems: `There can be up to ${formatLimit(LIMITS.blockedWords)} blocked words` },
		},
	),
})

export const getBlockedWords = endpoint({
	method: 'GET',
	url: '/api/admin/blocked-words',
	config: { summary: 'Get the words that hold a text for a moderator', auth: 'admin', failure: WORDS_FAILED },
	schema: { response: { 200: BlockedWords } },
})

export const setBlockedWords = endpoint({
	method: 'PUT',
	url: '/api/admin/blocked-words',
	config: {
		summary: 'Replace the words that hold a text for a moderator; existing texts are not affected',
		auth: 'admin',
		failure: 'Failed to save the blocked words',
		limit: 'moderation',
	},
	schema: { body: BlockedWords, response: { 200: BlockedWords } },
})
