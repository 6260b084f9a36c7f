import { expect, test } from 'vitest'
import type { LibraryChange } from '#contract/library.ts'
import { ApiError } from '#web/app/api-client.ts'
import { createChangeQueue } from './change-queue.ts'

const GAME = 7

/** A queue whose requests are answered by hand, in the order in which they were sent. */
function openQueue() {
	const sent: {
		gameId: number
		change: LibraryChange
		answer: (answer: string) => void
		fail: (e: ApiError) => void
	}[] = []
	const log: string[] = []
	const queue = createChangeQueue<string>(
		(gameId, change) =>
			new Promise((answer, fail) => {
				sent.push({ gameId, change, answer, fail })
			}),
	)
	const outcome = {
		onSaved: async (answer: string, isLast: boolean) => void log.push(`saved ${answer}${isLast ? ', last' : ''}`),
		onFailed: (error: ApiError, lost: LibraryChange) => void log.push(`${error.message}: ${JSON.stringify(lost)}`),
	}
	const add = (change: LibraryChange, gameId = GAME) => queue.add(gameId, change, outcome)
	return { queue, sent, log, add }
}

const lost = new ApiError(0, 'network', 'lost')
const refused = new ApiError(400, 'refused', 'refused')

test('a change is pending until the server has answered', async () => {
	const { queue, sent, log, add } = openQueue()
	add({ status: 'playing' })
	expect(queue.getPending(GAME)).toEqual({ status: 'playing' })
	sent[0]?.answer('a')
	await expect.poll(() => queue.getPending(GAME)).toBeUndefined()
	expect(log).toEqual(['saved a, last'])
})

test('changes of a game are sent one after the other, and the later word wins', async () => {
	const { queue, sent, log, add } = openQueue()
	add({ status: 'playing' })
	add({ status: 'paused', isLoved: true })
	add({ status: 'played' })
	expect(sent.map(({ change }) => change)).toEqual([{ status: 'playing' }])
	expect(queue.getPending(GAME)).toEqual({ status: 'played', isLoved: true })
	sent[0]?.answer('a')
	await expect.poll(() => sent.length).toBe(2)
	expect(sent[1]?.change).toEqual({ status: 'played', isLoved: true })
	expect(queue.getPending(GAME)).toEqual({ status: 'played', isLoved: true })
	sent[1]?.answer('b')
	await expect.poll(() => queue.getPending(GAME)).toBeUndefined()
	expect(log).toEqual(['saved a', 'saved b, last'])
})

test('games do not wait for each other', () => {
	const { sent, add } = openQueue()
	add({ status: 'playing' })
	add({ status: 'played' }, 8)
	expect(sent.map(({ gameId }) => gameId)).toEqual([GAME, 8])
})

test('a change that is lost is taken back and reported', async () => {
	const { queue, sent, log, add } = openQueue()
	add({ rating: 4 })
	sent[0]?.fail(lost)
	await expect.poll(() => queue.getPending(GAME)).toBeUndefined()
	expect(log).toEqual(['lost: {"rating":4}'])
	add({ rating: 5 })
	sent[1]?.answer('a')
	await expect.poll(() => log).toEqual(['lost: {"rating":4}', 'saved a, last'])
})

test('a change that is lost goes along with the next one, and a refused one does not', async () => {
	const first = openQueue()
	first.add({ rating: 4 })
	first.add({ isLoved: true })
	first.sent[0]?.fail(lost)
	await expect.poll(() => first.sent[1]?.change).toEqual({ rating: 4, isLoved: true })
	expect(first.log).toEqual([])

	const second = openQueue()
	second.add({ rating: null })
	second.add({ isLoved: true })
	second.sent[0]?.fail(refused)
	await expect.poll(() => second.sent[1]?.change).toEqual({ isLoved: true })
	expect(second.log).toEqual(['refused: {"rating":null}'])
	expect(second.queue.getPending(GAME)).toEqual({ isLoved: true })
})

test('a change stays in sight until its answer is where screens read it', async () => {
	const { promise: cached, resolve: cache } = Promise.withResolvers<void>()
	let answer = (_: string) => {}
	const queue = createChangeQueue<string>(
		() =>
			new Promise((resolve) => {
				answer = resolve
			}),
	)
	const hasAnswered = Promise.withResolvers<void>()
	const onSaved = () => {
		hasAnswered.resolve()
		return cached
	}
	queue.add(GAME, { status: 'playing' }, { onSaved, onFailed: () => {} })
	answer('a')
	await hasAnswered.promise
	expect(queue.getPending(GAME)).toEqual({ status: 'playing' })
	cache()
	await expect.poll(() => queue.getPending(GAME)).toBeUndefined()
})

test('a game is settled once nothing of it is on its way, whether it was saved or lost', async () => {
	const { queue, sent, log, add } = openQueue()
	await queue.settled(GAME)
	add({ status: 'playing' })
	add({ status: 'played' })
	const settled = queue.settled(GAME).then(() => log.push('settled'))
	sent[0]?.answer('a')
	await expect.poll(() => sent.length).toBe(2)
	expect(log).toEqual(['saved a'])
	sent[1]?.fail(refused)
	await settled
	expect(log).toEqual(['saved a', 'refused: {"status":"played"}', 'settled'])
})
