import { expect, test } from 'vitest'
import type { Stats } from '#contract/stats.ts'
import { describeStats } from './stats-sentence.ts'

const stats = (known: Partial<Stats>) =>
	({ games: 0, firstPlayedOn: null, finished: 0, minutesPlayed: 0, averageRating: null, ...known }) as Stats

test.each([
	[{}, null, 'anna has logged no games yet.'],
	[{}, 2024, 'anna logged no games in 2024.'],
	[{ games: 1 }, null, 'anna has logged 1 game.'],
	[
		{ games: 214, firstPlayedOn: '2011-03', finished: 96, minutesPlayed: 110_400, averageRating: 3.94 },
		null,
		'anna has logged 214 games since 2011: 96 finished, 1,840 hours, 3.9 stars on average.',
	],
	[{ games: 2, firstPlayedOn: '2025', minutesPlayed: 60 }, 2025, 'anna played 2 games in 2025: 1 hour.'],
])('statistics %j of %s in a sentence', (known, year, sentence) => {
	expect(describeStats('anna', stats(known), year)).toBe(sentence)
})
