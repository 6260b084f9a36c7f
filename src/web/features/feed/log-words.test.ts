import { expect, test } from 'vitest'
import { describeLog } from './log-words.ts'

const game = { id: 1, name: 'Celeste', cover: null, releaseDate: null, developers: [] }
const nothing = { game, status: null, rating: null, isWished: false, isLoved: false }

test.each([
	[{ status: 'finished', rating: 4 } as const, ['finished']],
	[{ status: 'playing', isWished: true } as const, ['is playing']],
	[{ status: 'backlog', isWished: true } as const, ['wants to play']],
	[{ status: 'backlog' } as const, ['added', 'to their backlog']],
	[{ rating: 4, isLoved: true }, ['rated']],
	[{ isLoved: true, isWished: true }, ['loves']],
	[{ isWished: true }, ['wants to play']],
	[{}, ['added', 'to their library']],
])('a log of %j is called: %s', (change, words) => {
	expect(describeLog({ ...nothing, ...change })).toEqual(words)
})
