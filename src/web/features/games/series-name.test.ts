import { expect, test } from 'vitest'
import { splitGameName } from './series-name.ts'

test.each([
	['The Legend of Zelda: Breath of the Wild', 'The Legend of Zelda: ', 'Breath of the Wild'],
	['Ori - Will of the Wisps', '', 'Ori - Will of the Wisps'],
	['Ace: Two: Three', 'Ace: ', 'Two: Three'],
	['Hades II', '', 'Hades II'],
	['Half-Life 2', '', 'Half-Life 2'],
	['NieR:Automata', '', 'NieR:Automata'],
	['', '', ''],
])('%s is split into its series and title', (name, series, title) => {
	expect(splitGameName(name)).toEqual([series, title])
})
