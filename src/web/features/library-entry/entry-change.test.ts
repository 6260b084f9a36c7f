import { expect, test } from 'vitest'
import type { LibraryChange } from '#contract/library.ts'
import { describeChange } from './change-message.ts'
import {
	applyChange,
	type EntryMarks,
	getMarks,
	getStatusButtons,
	getUndo,
	isNoChange,
	NOTHING_LEFT,
	pressLove,
	pressStatus,
	pressWishlist,
	rate,
} from './entry-change.ts'

const nothing = getMarks(null)
const playing: EntryMarks = { ...nothing, status: 'playing' }

test('a press sets what the button says, and takes it back if it is set', () => {
	expect(pressStatus(nothing, 'playing')).toEqual({ status: 'playing' })
	expect(pressStatus(playing, 'playing')).toEqual({ status: null })
	expect(pressStatus(playing, 'played')).toEqual({ status: 'played' })
	expect(pressWishlist(nothing)).toEqual({ isWished: true })
	expect(pressWishlist({ ...playing, isWished: true })).toEqual({ isWished: false })
	expect(pressLove(nothing)).toEqual({ isLoved: true })
	expect(pressLove({ ...nothing, isLoved: true })).toEqual({ isLoved: false })
})

test('the two buttons show the status of their group, the backlog in the place of what is played now', () => {
	const show = (status: EntryMarks['status']) =>
		getStatusButtons(status).map((button) => `${button.status}${button.isSet ? ', set' : ''}`)
	expect(show(null)).toEqual(['playing', 'played'])
	expect(show('playing')).toEqual(['playing, set', 'played'])
	expect(show('paused')).toEqual(['paused, set', 'played'])
	expect(show('backlog')).toEqual(['backlog, set', 'played'])
	expect(show('completed')).toEqual(['playing', 'completed, set'])
})

test('rating a game without a status marks it as played, and Undo takes both back', () => {
	const change = rate(nothing, 4)
	expect(change).toEqual({ rating: 4, status: 'played' })
	expect(getUndo(nothing, change)).toEqual({ rating: null, status: null })
	expect(describeChange(nothing, change)).toBe('Rated 4, marked as played')
	expect(rate(playing, 4)).toEqual({ rating: 4 })
	expect(rate(nothing, null)).toEqual({ rating: null })
})

test.each<[EntryMarks, LibraryChange]>([
	[nothing, { status: 'playing' }],
	[playing, { status: null }],
	[{ ...playing, rating: 3.5 }, { rating: 5 }],
	[{ ...playing, isWished: true }, { isWished: false }],
	[{ ...playing, isLoved: true, rating: 2 }, NOTHING_LEFT],
])(
	'after a change and its Undo everything is as before, and Undo leaves alone what the change left alone',
	(before, change) => {
		const undo = getUndo(before, change)
		expect(applyChange(applyChange(before, change), undo)).toEqual(before)
		expect(Object.keys(undo)).toEqual(Object.keys(change))
	},
)

test('a change that changes nothing is known as such', () => {
	expect(isNoChange(playing, { status: 'playing' })).toBe(true)
	expect(isNoChange(nothing, { rating: null })).toBe(true)
	expect(isNoChange(nothing, { isLoved: null })).toBe(true)
	expect(isNoChange(playing, { status: 'playing', rating: 1 })).toBe(false)
})

test.each<[EntryMarks, LibraryChange, string]>([
	[nothing, { status: 'finished' }, 'Marked as finished'],
	[playing, { status: null }, 'No longer marked as playing'],
	[nothing, { status: 'backlog' }, 'Added to your backlog'],
	[{ ...nothing, status: 'backlog' }, { status: null }, 'Removed from your backlog'],
	[nothing, { isWished: true }, 'Added to your wishlist'],
	[nothing, { isWished: false }, 'Removed from your wishlist'],
	[nothing, { isLoved: true }, 'Marked as loved'],
	[nothing, { isLoved: false }, 'No longer marked as loved'],
	[nothing, { rating: 4.5 }, 'Rated 4.5'],
	[nothing, { rating: null }, 'Rating removed'],
	[playing, NOTHING_LEFT, 'Removed from your library'],
])('a change is described in a few words (%#)', (before, change, words) => {
	expect(describeChange(before, change)).toBe(words)
})
