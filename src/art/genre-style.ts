import { balloons } from '#art/compositions/balloons.ts'
import { bars } from '#art/compositions/bars.ts'
import { blade } from '#art/compositions/blade.ts'
import { bridge } from '#art/compositions/bridge.ts'
import { burst } from '#art/compositions/burst.ts'
import { cards } from '#art/compositions/cards.ts'
import { cave } from '#art/compositions/cave.ts'
import { checkers } from '#art/compositions/checkers.ts'
import { circuit } from '#art/compositions/circuit.ts'
import { constellation } from '#art/compositions/constellation.ts'
import { contours } from '#art/compositions/contours.ts'
import { corridor } from '#art/compositions/corridor.ts'
import { court } from '#art/compositions/court.ts'
import { crystals } from '#art/compositions/crystals.ts'
import { deepSea } from '#art/compositions/deep-sea.ts'
import { door } from '#art/compositions/door.ts'
import { eye } from '#art/compositions/eye.ts'
import { fields } from '#art/compositions/fields.ts'
import { flasks } from '#art/compositions/flasks.ts'
import { forest } from '#art/compositions/forest.ts'
import { gears } from '#art/compositions/gears.ts'
import { helmet } from '#art/compositions/helmet.ts'
import { hexes } from '#art/compositions/hexes.ts'
import { horizon } from '#art/compositions/horizon.ts'
import { hourglass } from '#art/compositions/hourglass.ts'
import { island } from '#art/compositions/island.ts'
import { keyhole } from '#art/compositions/keyhole.ts'
import { ladders } from '#art/compositions/ladders.ts'
import { leaps } from '#art/compositions/leaps.ts'
import { lighthouse } from '#art/compositions/lighthouse.ts'
import { mask } from '#art/compositions/mask.ts'
import { maze } from '#art/compositions/maze.ts'
import { mesa } from '#art/compositions/mesa.ts'
import { moons } from '#art/compositions/moons.ts'
import { orbit } from '#art/compositions/orbit.ts'
import { peaks } from '#art/compositions/peaks.ts'
import { ribbons } from '#art/compositions/ribbons.ts'
import { road } from '#art/compositions/road.ts'
import { rocket } from '#art/compositions/rocket.ts'
import { scales } from '#art/compositions/scales.ts'
import { serpent } from '#art/compositions/serpent.ts'
import { shield } from '#art/compositions/shield.ts'
import { ship } from '#art/compositions/ship.ts'
import { skyline } from '#art/compositions/skyline.ts'
import { spiral } from '#art/compositions/spiral.ts'
import { steps } from '#art/compositions/steps.ts'
import { target } from '#art/compositions/target.ts'
import { tiles } from '#art/compositions/tiles.ts'
import { torch } from '#art/compositions/torch.ts'
import { tower } from '#art/compositions/tower.ts'
import { track } from '#art/compositions/track.ts'
import { tree } from '#art/compositions/tree.ts'
import { versus } from '#art/compositions/versus.ts'
import { volley } from '#art/compositions/volley.ts'
import { windows } from '#art/compositions/windows.ts'
import { isDark, PALETTES, type Palette } from './palette.ts'
import type { Random } from './random.ts'
import type { Composition } from './scene.ts'

/** The compositions for a genre, matched by a word anywhere in its name. */
const COMPOSITIONS_BY_GENRE: readonly (readonly [word: RegExp, compositions: readonly Composition[]])[] = [
	[/horror/i, [eye, corridor, door, forest, spiral, mask, windows, torch, cave, moons, serpent]],
	[/rac(e|ing)|driving/i, [track, track, road, ribbons, checkers, rocket]],
	[/sport/i, [court, court, track, ribbons, leaps, balloons]],
	[/fighting|beat 'em up/i, [versus, versus, burst, mask, serpent, shield, ribbons, torch]],
	[/card|board/i, [cards, cards, tiles, checkers, hourglass]],
	[/puzzle/i, [tiles, maze, spiral, keyhole, island, hourglass, moons, gears, checkers, flasks, bridge]],
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
	[/strategy|tactic/i, [hexes, contours, constellation, shield, checkers, bridge, hourglass]],
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

const DEFAULT_COMPOSITIONS: readonly Composition[] = [
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
	...[lighthouse, balloons, crystals, tree, hourglass, gears, checkers],
]

/** Returns the compositions for a game's genres. The table lists more specific words first, and earlier matches weigh more. */
export function findCompositions(genres: readonly string[]): readonly Composition[] {
	const matches = COMPOSITIONS_BY_GENRE.filter(([word]) => genres.some((genre) => word.test(genre))).map(
		([, compositions]) => compositions,
	)
	const [first, second, third] = matches
	if (!first) return DEFAULT_COMPOSITIONS
	return [...first, ...first, ...(second ?? []), ...(third ?? [])]
}

/** Picks a random palette; a dark one for horror. */
export function pickPalette(genres: readonly string[], random: Random): Palette {
	const isHorror = genres.some((genre) => /horror/i.test(genre))
	return random.pick(isHorror ? PALETTES.filter(({ ground }) => isDark(ground)) : PALETTES)
}
