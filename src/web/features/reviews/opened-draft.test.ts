import { expect, test } from 'vitest'
import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import { openDraft } from './opened-draft.ts'
import { createReviewDraft, type ReviewDraft } from './review-draft.ts'
import type { StoredReviewDraft } from './review-draft-storage.ts'

const START = createReviewDraft('PC')
const draft = (description: string, change: Partial<ReviewDraft> = {}): ReviewDraft => ({
	...START,
	description,
	...change,
})
const stored = (description: string, known: Partial<StoredReviewDraft> = {}): StoredReviewDraft => ({
	...draft(description),
	...{ version: null, isSaved: false, sent: null },
	...known,
})
const server = (description: string, version: number): ServerReviewDraft => ({
	...{ rating: null, platform: 'PC', timePlayed: null, containsSpoilers: false, description, version },
	...{ device: 'Safari on iPhone', updatedAt: '2026-11-21T14:02:00.000Z' },
})

test('without a draft the form opens with the review, or empty', () => {
	expect(openDraft(START, null, null)).toMatchObject({ draft: START, version: null, other: null })
	expect(openDraft(START, null, undefined)).toMatchObject({ draft: START, version: null, other: null })
})

test('a draft that only the server has is continued', () => {
	const opened = openDraft(START, null, server('From the phone', 7))
	expect(opened).toMatchObject({ draft: draft('From the phone'), version: 7, other: null })
})

test('a draft that only this browser has is continued, whether the server is reachable or not', () => {
	expect(openDraft(START, stored('Typed offline'), null)).toMatchObject({
		draft: draft('Typed offline'),
		version: null,
	})
	const opened = openDraft(START, stored('Typed offline', { version: 3 }), undefined)
	expect(opened).toMatchObject({ draft: draft('Typed offline'), version: 3, saved: null })
})

test('what was saved here gives way to what was saved later elsewhere', () => {
	const opened = openDraft(START, stored('Saved here', { version: 3, isSaved: true }), server('Changed there', 4))
	expect(opened).toMatchObject({ draft: draft('Changed there'), version: 4, other: null })
})

test('what was saved here and is gone was published or discarded elsewhere', () => {
	const opened = openDraft(START, stored('Saved here', { version: 3, isSaved: true }), null)
	expect(opened).toMatchObject({ draft: START, version: null, other: null })
})

test('what was not saved here and changed elsewhere is for the author to choose', () => {
	const other = server('Changed there', 4)
	const opened = openDraft(START, stored('Typed here', { version: 3 }), other)
	expect(opened).toMatchObject({ draft: draft('Typed here'), version: 3, saved: null, other })
	// Also where neither knows of the other
	expect(openDraft(START, stored('Typed here'), other).other).toBe(other)
})

test('there is no choice where the server has what this browser sent, stored or shows anyway', () => {
	const sent = openDraft(START, stored('One two three', { version: 3, sent: draft('One two') }), server('One two', 4))
	expect(sent).toMatchObject({ draft: draft('One two three'), version: 4, saved: draft('One two'), other: null })
	const same = openDraft(START, stored('One two \n', { version: 3 }), server('One two', 4))
	expect(same).toMatchObject({ draft: draft('One two \n'), version: 4, other: null })
	const published = draft('Published')
	const equal = openDraft(published, stored('Typed here', { version: 3 }), server('Published', 4))
	expect(equal).toMatchObject({ draft: draft('Typed here'), version: 4, other: null })
	const continued = openDraft(START, stored('Going on', { version: 4 }), server('Going', 4))
	expect(continued).toMatchObject({ draft: draft('Going on'), version: 4, other: null })
})

test('hours that are no number stay in this browser', () => {
	const typed = { ...stored('One'), timePlayed: 'forty' }
	expect(openDraft(START, typed, server('One', 4)).draft.timePlayed).toBe('forty')
})
