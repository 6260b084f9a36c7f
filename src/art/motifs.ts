import { antenna } from '#art/compositions/antenna.ts'
import { balloons } from '#art/compositions/balloons.ts'
import { banners } from '#art/compositions/banners.ts'
import { bars } from '#art/compositions/bars.ts'
import { bats } from '#art/compositions/bats.ts'
import { beams } from '#art/compositions/beams.ts'
import { bird } from '#art/compositions/bird.ts'
import { blade } from '#art/compositions/blade.ts'
import { blocks } from '#art/compositions/blocks.ts'
import { bomb } from '#art/compositions/bomb.ts'
import { book } from '#art/compositions/book.ts'
import { bricks } from '#art/compositions/bricks.ts'
import { bridge } from '#art/compositions/bridge.ts'
import { bubbles } from '#art/compositions/bubbles.ts'
import { bullets } from '#art/compositions/bullets.ts'
import { burst } from '#art/compositions/burst.ts'
import { camera } from '#art/compositions/camera.ts'
import { car } from '#art/compositions/car.ts'
import { cards } from '#art/compositions/cards.ts'
import { cave } from '#art/compositions/cave.ts'
import { checkers } from '#art/compositions/checkers.ts'
import { circuit } from '#art/compositions/circuit.ts'
import { claws } from '#art/compositions/claws.ts'
import { clouds } from '#art/compositions/clouds.ts'
import { columns } from '#art/compositions/columns.ts'
import { compass } from '#art/compositions/compass.ts'
import { constellation } from '#art/compositions/constellation.ts'
import { contours } from '#art/compositions/contours.ts'
import { corridor } from '#art/compositions/corridor.ts'
import { court } from '#art/compositions/court.ts'
import { crown } from '#art/compositions/crown.ts'
import { crystals } from '#art/compositions/crystals.ts'
import { cubes } from '#art/compositions/cubes.ts'
import { cup } from '#art/compositions/cup.ts'
import { deepSea } from '#art/compositions/deep-sea.ts'
import { dice } from '#art/compositions/dice.ts'
import { die } from '#art/compositions/die.ts'
import { dogTags } from '#art/compositions/dog-tags.ts'
import { door } from '#art/compositions/door.ts'
import { dragon } from '#art/compositions/dragon.ts'
import { duel } from '#art/compositions/duel.ts'
import { eclipse } from '#art/compositions/eclipse.ts'
import { eye } from '#art/compositions/eye.ts'
import { fields } from '#art/compositions/fields.ts'
import { fists } from '#art/compositions/fists.ts'
import { flag } from '#art/compositions/flag.ts'
import { flasks } from '#art/compositions/flasks.ts'
import { forest } from '#art/compositions/forest.ts'
import { gasmask } from '#art/compositions/gasmask.ts'
import { gears } from '#art/compositions/gears.ts'
import { giant } from '#art/compositions/giant.ts'
import { goose } from '#art/compositions/goose.ts'
import { graves } from '#art/compositions/graves.ts'
import { heart } from '#art/compositions/heart.ts'
import { helmet } from '#art/compositions/helmet.ts'
import { hexes } from '#art/compositions/hexes.ts'
import { hoop } from '#art/compositions/hoop.ts'
import { horizon } from '#art/compositions/horizon.ts'
import { hourglass } from '#art/compositions/hourglass.ts'
import { house } from '#art/compositions/house.ts'
import { invaders } from '#art/compositions/invaders.ts'
import { island } from '#art/compositions/island.ts'
import { keyhole } from '#art/compositions/keyhole.ts'
import { ladders } from '#art/compositions/ladders.ts'
import { leaps } from '#art/compositions/leaps.ts'
import { leaves } from '#art/compositions/leaves.ts'
import { lighthouse } from '#art/compositions/lighthouse.ts'
import { loop } from '#art/compositions/loop.ts'
import { magnifier } from '#art/compositions/magnifier.ts'
import { mask } from '#art/compositions/mask.ts'
import { maze } from '#art/compositions/maze.ts'
import { mesa } from '#art/compositions/mesa.ts'
import { moons } from '#art/compositions/moons.ts'
import { mushrooms } from '#art/compositions/mushrooms.ts'
import { orbit } from '#art/compositions/orbit.ts'
import { paddle } from '#art/compositions/paddle.ts'
import { palms } from '#art/compositions/palms.ts'
import { parachutes } from '#art/compositions/parachutes.ts'
import { paws } from '#art/compositions/paws.ts'
import { peaks } from '#art/compositions/peaks.ts'
import { pixelHeart } from '#art/compositions/pixel-heart.ts'
import { plane } from '#art/compositions/plane.ts'
import { portals } from '#art/compositions/portals.ts'
import { pot } from '#art/compositions/pot.ts'
import { pyramid } from '#art/compositions/pyramid.ts'
import { racket } from '#art/compositions/racket.ts'
import { rain } from '#art/compositions/rain.ts'
import { rally } from '#art/compositions/rally.ts'
import { ribbons } from '#art/compositions/ribbons.ts'
import { road } from '#art/compositions/road.ts'
import { robot } from '#art/compositions/robot.ts'
import { rocket } from '#art/compositions/rocket.ts'
import { rooftops } from '#art/compositions/rooftops.ts'
import { roseWindow } from '#art/compositions/rose-window.ts'
import { scales } from '#art/compositions/scales.ts'
import { screen } from '#art/compositions/screen.ts'
import { serpent } from '#art/compositions/serpent.ts'
import { shield } from '#art/compositions/shield.ts'
import { ship } from '#art/compositions/ship.ts'
import { skate } from '#art/compositions/skate.ts'
import { skull } from '#art/compositions/skull.ts'
import { skyline } from '#art/compositions/skyline.ts'
import { slopes } from '#art/compositions/slopes.ts'
import { spiral } from '#art/compositions/spiral.ts'
import { splash } from '#art/compositions/splash.ts'
import { sprout } from '#art/compositions/sprout.ts'
import { squares } from '#art/compositions/squares.ts'
import { starship } from '#art/compositions/starship.ts'
import { steps } from '#art/compositions/steps.ts'
import { tank } from '#art/compositions/tank.ts'
import { target } from '#art/compositions/target.ts'
import { tentacles } from '#art/compositions/tentacles.ts'
import { tiles } from '#art/compositions/tiles.ts'
import { torch } from '#art/compositions/torch.ts'
import { torii } from '#art/compositions/torii.ts'
import { tower } from '#art/compositions/tower.ts'
import { town } from '#art/compositions/town.ts'
import { track } from '#art/compositions/track.ts'
import { train } from '#art/compositions/train.ts'
import { tree } from '#art/compositions/tree.ts'
import { trophy } from '#art/compositions/trophy.ts'
import { versus } from '#art/compositions/versus.ts'
import { vinyl } from '#art/compositions/vinyl.ts'
import { volley } from '#art/compositions/volley.ts'
import { web } from '#art/compositions/web.ts'
import { windows } from '#art/compositions/windows.ts'
import { wolf } from '#art/compositions/wolf.ts'
import type { Composition } from './scene.ts'

/** What a drawing shows, by the name that records of the catalog use. */
export const MOTIFS = {
	antenna,
	balloons,
	banners,
	bars,
	bats,
	beams,
	bird,
	blade,
	blocks,
	bomb,
	book,
	bricks,
	bridge,
	bubbles,
	bullets,
	burst,
	camera,
	car,
	cards,
	cave,
	checkers,
	circuit,
	claws,
	clouds,
	columns,
	compass,
	constellation,
	contours,
	corridor,
	court,
	crown,
	crystals,
	cubes,
	cup,
	'deep-sea': deepSea,
	dice,
	die,
	'dog-tags': dogTags,
	door,
	dragon,
	duel,
	eclipse,
	eye,
	fields,
	fists,
	flag,
	flasks,
	forest,
	gasmask,
	gears,
	giant,
	goose,
	graves,
	heart,
	helmet,
	hexes,
	hoop,
	horizon,
	hourglass,
	house,
	invaders,
	island,
	keyhole,
	ladders,
	leaps,
	leaves,
	lighthouse,
	loop,
	magnifier,
	mask,
	maze,
	mesa,
	moons,
	mushrooms,
	orbit,
	paddle,
	palms,
	parachutes,
	paws,
	peaks,
	'pixel-heart': pixelHeart,
	plane,
	portals,
	pot,
	pyramid,
	racket,
	rain,
	rally,
	ribbons,
	road,
	robot,
	rocket,
	rooftops,
	'rose-window': roseWindow,
	scales,
	screen,
	serpent,
	shield,
	ship,
	skate,
	skull,
	skyline,
	slopes,
	spiral,
	splash,
	sprout,
	squares,
	starship,
	steps,
	tank,
	target,
	tentacles,
	tiles,
	torch,
	torii,
	tower,
	town,
	track,
	train,
	tree,
	trophy,
	versus,
	vinyl,
	volley,
	web,
	windows,
	wolf,
} satisfies Record<string, Composition>

export type Motif = keyof typeof MOTIFS
