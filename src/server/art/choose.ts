import { bars } from './compositions/bars.ts'
import { blade } from './compositions/blade.ts'
import { burst } from './compositions/burst.ts'
import { cards } from './compositions/cards.ts'
import { circuit } from './compositions/circuit.ts'
import { constellation } from './compositions/constellation.ts'
import { corridor } from './compositions/corridor.ts'
import { court } from './compositions/court.ts'
import { deepSea } from './compositions/deep-sea.ts'
import { door } from './compositions/door.ts'
import { eye } from './compositions/eye.ts'
import { fields } from './compositions/fields.ts'
import { forest } from './compositions/forest.ts'
import { helmet } from './compositions/helmet.ts'
import { hexes } from './compositions/hexes.ts'
import { horizon } from './compositions/horizon.ts'
import { island } from './compositions/island.ts'
import { keyhole } from './compositions/keyhole.ts'
import { maze } from './compositions/maze.ts'
import { mesa } from './compositions/mesa.ts'
import { orbit } from './compositions/orbit.ts'
import { peaks } from './compositions/peaks.ts'
import { road } from './compositions/road.ts'
import { scales } from './compositions/scales.ts'
import { shield } from './compositions/shield.ts'
import { ship } from './compositions/ship.ts'
import { skyline } from './compositions/skyline.ts'
import { spiral } from './compositions/spiral.ts'
import { steps } from './compositions/steps.ts'
import { target } from './compositions/target.ts'
import { tiles } from './compositions/tiles.ts'
import { tower } from './compositions/tower.ts'
import { track } from './compositions/track.ts'
import { versus } from './compositions/versus.ts'
import { isDark, type Palette, palettes } from './palette.ts'
import type { Random } from './random.ts'
import type { Composition } from './scene.ts'

/** What a genre word, wherever it stands in the genre's name, may look like. */
const byGenre: readonly (readonly [word: RegExp, compositions: readonly Composition[]])[] = [
	[/horror/i, [eye, corridor, door, forest, spiral]],
	[/rac(e|ing)|driving/i, [track, track, road]],
	[/sport/i, [court, track]],
	[/fighting|beat 'em up/i, [versus, versus, burst]],
	[/card|board/i, [cards, cards, tiles]],
	[/puzzle/i, [tiles, maze, spiral, keyhole, island]],
	[/music|rhythm/i, [bars, bars, tiles]],
	[/arcade/i, [maze, maze, tiles, bars]],
	[/platform/i, [steps, island, peaks, scales, spiral, mesa, fields, door]],
	[/metroidvania/i, [tower, spiral, deepSea, door]],
	[/shooter/i, [target, helmet, helmet, corridor, orbit, burst, skyline]],
	[/stealth/i, [skyline, corridor, scales]],
	[/roguelike/i, [door, spiral, maze, cards]],
	[/hack and slash/i, [blade, blade, tower, scales]],
	[/role-playing|rpg/i, [horizon, tower, blade, constellation, door, peaks, shield, forest]],
	[/moba/i, [hexes, shield, versus, tower]],
	[/real.time strategy|rts/i, [hexes, orbit, helmet]],
	[/strategy|tactic/i, [hexes, constellation, shield]],
	[/simulat|management|building/i, [fields, fields, island, circuit, skyline]],
	[/point-and-click|visual novel|interactive fiction/i, [keyhole, island, ship, spiral]],
	[/sandbox/i, [steps, fields, island, mesa]],
	[/survival/i, [forest, peaks, deepSea]],
	[/action/i, [skyline, road, mesa, blade, scales, bars]],
	[/adventure/i, [horizon, peaks, forest, deepSea, ship, island, mesa, scales, keyhole]],
]

const anyGenre: readonly Composition[] = [
	horizon,
	peaks,
	orbit,
	constellation,
	scales,
	bars,
	spiral,
	island,
	tiles,
	ship,
]

/** The compositions that suit a game's genres, the more specific words first in the table counting more. */
export function compositionsFor(genres: readonly string[]): readonly Composition[] {
	const matches = byGenre
		.filter(([word]) => genres.some((genre) => word.test(genre)))
		.map(([, compositions]) => compositions)
	const [first, second, third] = matches
	if (!first) return anyGenre
	return [...first, ...first, ...(second ?? []), ...(third ?? [])]
}

/** A palette by lot; horror stays in the dark. */
export function paletteFor(genres: readonly string[], random: Random): Palette {
	const horror = genres.some((genre) => /horror/i.test(genre))
	return random.pick(horror ? palettes.filter(({ ground }) => isDark(ground)) : palettes)
}
