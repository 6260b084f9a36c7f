import { balloons } from './compositions/balloons.ts'
import { bars } from './compositions/bars.ts'
import { blade } from './compositions/blade.ts'
import { bridge } from './compositions/bridge.ts'
import { burst } from './compositions/burst.ts'
import { cards } from './compositions/cards.ts'
import { cave } from './compositions/cave.ts'
import { chequers } from './compositions/chequers.ts'
import { circuit } from './compositions/circuit.ts'
import { constellation } from './compositions/constellation.ts'
import { contours } from './compositions/contours.ts'
import { corridor } from './compositions/corridor.ts'
import { court } from './compositions/court.ts'
import { crystals } from './compositions/crystals.ts'
import { deepSea } from './compositions/deep-sea.ts'
import { door } from './compositions/door.ts'
import { eye } from './compositions/eye.ts'
import { fields } from './compositions/fields.ts'
import { flasks } from './compositions/flasks.ts'
import { forest } from './compositions/forest.ts'
import { gears } from './compositions/gears.ts'
import { helmet } from './compositions/helmet.ts'
import { hexes } from './compositions/hexes.ts'
import { horizon } from './compositions/horizon.ts'
import { hourglass } from './compositions/hourglass.ts'
import { island } from './compositions/island.ts'
import { keyhole } from './compositions/keyhole.ts'
import { ladders } from './compositions/ladders.ts'
import { leaps } from './compositions/leaps.ts'
import { lighthouse } from './compositions/lighthouse.ts'
import { mask } from './compositions/mask.ts'
import { maze } from './compositions/maze.ts'
import { mesa } from './compositions/mesa.ts'
import { moons } from './compositions/moons.ts'
import { orbit } from './compositions/orbit.ts'
import { peaks } from './compositions/peaks.ts'
import { ribbons } from './compositions/ribbons.ts'
import { road } from './compositions/road.ts'
import { rocket } from './compositions/rocket.ts'
import { scales } from './compositions/scales.ts'
import { serpent } from './compositions/serpent.ts'
import { shield } from './compositions/shield.ts'
import { ship } from './compositions/ship.ts'
import { skyline } from './compositions/skyline.ts'
import { spiral } from './compositions/spiral.ts'
import { steps } from './compositions/steps.ts'
import { target } from './compositions/target.ts'
import { tiles } from './compositions/tiles.ts'
import { torch } from './compositions/torch.ts'
import { tower } from './compositions/tower.ts'
import { track } from './compositions/track.ts'
import { tree } from './compositions/tree.ts'
import { versus } from './compositions/versus.ts'
import { volley } from './compositions/volley.ts'
import { windows } from './compositions/windows.ts'
import { isDark, type Palette, palettes } from './palette.ts'
import type { Random } from './random.ts'
import type { Composition } from './scene.ts'

/** What a genre word, wherever it stands in the genre's name, may look like. */
const byGenre: readonly (readonly [word: RegExp, compositions: readonly Composition[]])[] = [
	[/horror/i, [eye, corridor, door, forest, spiral, mask, windows, torch, cave, moons, serpent]],
	[/rac(e|ing)|driving/i, [track, track, road, ribbons, chequers, rocket]],
	[/sport/i, [court, court, track, ribbons, leaps, balloons]],
	[/fighting|beat 'em up/i, [versus, versus, burst, mask, serpent, shield, ribbons, torch]],
	[/card|board/i, [cards, cards, tiles, chequers, hourglass]],
	[/puzzle/i, [tiles, maze, spiral, keyhole, island, hourglass, moons, gears, chequers, flasks, bridge]],
	[/music|rhythm/i, [bars, bars, ribbons, tiles, burst, moons]],
	[/arcade/i, [maze, maze, ladders, volley, tiles, bars, leaps, burst, rocket]],
	[
		/platform/i,
		[
			steps,
			leaps,
			leaps,
			ladders,
			ladders,
			island,
			peaks,
			scales,
			crystals,
			balloons,
			mesa,
			cave,
			tree,
			spiral,
			gears,
			door,
		],
	],
	[/metroidvania/i, [tower, cave, crystals, spiral, deepSea, door, torch, ladders]],
	[/shooter/i, [target, helmet, volley, volley, corridor, orbit, burst, rocket, skyline, gears, mask]],
	[/stealth/i, [windows, skyline, corridor, moons, scales, mask]],
	[/roguelike/i, [door, cave, flasks, torch, spiral, maze, cards, serpent]],
	[/hack and slash/i, [blade, tower, serpent, torch, mask, scales]],
	[
		/role-playing|rpg/i,
		[
			horizon,
			tower,
			blade,
			constellation,
			door,
			peaks,
			shield,
			forest,
			crystals,
			flasks,
			serpent,
			torch,
			tree,
			moons,
			bridge,
			mask,
			contours,
			lighthouse,
		],
	],
	[/moba/i, [hexes, shield, versus, tower]],
	[/real.time strategy|rts/i, [hexes, orbit, helmet, contours, gears]],
	[/strategy|tactic/i, [hexes, contours, constellation, shield, chequers, bridge, hourglass]],
	[/simulat|management|building/i, [fields, fields, island, circuit, skyline, gears, balloons, windows, tree]],
	[
		/point-and-click|visual novel|interactive fiction/i,
		[keyhole, windows, lighthouse, moons, island, ship, mask, hourglass, bridge],
	],
	[/sandbox/i, [steps, fields, island, mesa, tree, gears]],
	[/survival/i, [forest, peaks, deepSea, torch, cave, lighthouse]],
	[/action/i, [skyline, road, mesa, blade, scales, bars, ribbons, burst, serpent]],
	[
		/adventure/i,
		[
			horizon,
			peaks,
			forest,
			deepSea,
			ship,
			island,
			mesa,
			scales,
			keyhole,
			lighthouse,
			bridge,
			balloons,
			contours,
			tree,
			cave,
		],
	],
]

const anyGenre: readonly Composition[] = [
	...[
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
		ribbons,
		moons,
		contours,
		bridge,
	],
	...[lighthouse, balloons, crystals, tree, hourglass, gears, chequers],
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
