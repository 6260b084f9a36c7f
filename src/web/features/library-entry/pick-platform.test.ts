import { expect, test } from 'vitest'
import type { Play } from '#contract/play.ts'
import { pickPlatform } from './pick-platform.ts'

const play: Play = {
	id: '01890000-0000-7000-8000-000000000001',
	gameId: 7,
	platform: 'PC',
	startedOn: null,
	endedOn: null,
	outcome: null,
	isReplay: false,
	minutes: null,
	note: null,
	createdAt: '2026-11-20T00:00:00.000Z',
	updatedAt: '2026-11-20T00:00:00.000Z',
}

const pick = (plays: Play[], platforms: readonly string[], last: string | null) =>
	pickPlatform({ entry: null, plays }, platforms, last)

test('the platform that was logged last comes first', () => {
	expect(pick([{ ...play, platform: null }, play], ['Switch', 'PC'], 'Switch')).toBe('PC')
	expect(pick([play], [], 'Switch')).toBe('PC')
})

test('one that has left the catalog is not picked', () => {
	expect(pick([play], ['Switch', 'Mac'], 'Mac')).toBe('Mac')
	expect(pick([play], ['Switch', 'Mac'], null)).toBeNull()
})

test("a game's only platform is picked, else the last one of other games", () => {
	expect(pick([], ['Switch'], null)).toBe('Switch')
	expect(pick([], ['PC'], 'Mac')).toBe('PC')
	expect(pick([], ['PC', 'Mac'], 'Mac')).toBe('Mac')
	expect(pick([], ['PC', 'Mac'], 'Switch')).toBeNull()
	expect(pick([], [], 'Mac')).toBeNull()
})
