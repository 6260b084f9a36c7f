/** A game in IGDB's format, with some invalid and unknown values. */
export const LANTERN = {
	id: 9_000_001,
	name: 'Lantern Hollow',
	slug: 'lantern-hollow',
	summary: 'A caretaker walks a sleeping valley and relights its lamps.',
	storyline: 'The valley forgot its own name.',
	first_release_date: 1_552_521_600,
	updated_at: 1_760_000_000,
	total_rating_count: 63,
	game_type: 9,
	parent_game: 9_000_000,
	collections: [{ id: 82, name: 'Valley Games' }, { id: 81, name: 'Lantern' }, 83],
	themes: [1],
	cover: { id: 501, image_id: 'co9zz1', width: 600 },
	screenshots: [{ id: 601, image_id: 'sc9zz1' }, { id: 602, image_id: 'sc9zz2' }, { id: 603 }, 604],
	genres: [{ id: 31, name: 'Adventure' }, { id: 9, name: 'Puzzle' }, 12],
	platforms: [
		{ id: 6, name: 'PC (Microsoft Windows)' },
		{ id: 130, name: 'Nintendo Switch' },
	],
	game_modes: [{ id: 1, name: 'Single player' }],
	involved_companies: [
		{ id: 1, company: { id: 71, name: 'Mossgate Studio' }, developer: true, publisher: false, porting: false },
		{ id: 2, company: { id: 72, name: 'Ninth Pier' }, developer: false, publisher: true, porting: false },
		{ id: 3, company: { id: 73, name: 'Ferry Works' }, developer: false, publisher: false, porting: true },
		{ id: 4, company: 74, developer: true },
	],
	websites: [
		{ id: 1, url: 'https://lanternhollow.example', type: 1 },
		{ id: 2, url: 'https://store.steampowered.com/app/9000010', type: 13 },
		{ id: 3, url: 'https://lamps.example/hollow', type: 77 },
		{ id: 4, url: 'https://elsewhere.example', type: 999 },
		{ id: 5, url: 'https://untyped.example' },
	],
	external_games: [
		{ id: 3, uid: '9000010', external_game_source: 1 },
		{ id: 4, uid: 'lantern_hollow', external_game_source: 5 },
		{ id: 5, uid: 'whatever', external_game_source: 999 },
		{ id: 6, uid: 'not a number', external_game_source: 1 },
	],
	alternative_names: [{ id: 7, name: 'LH' }],
}

/** The catalog record that it is converted to. */
export const LANTERN_RECORD = {
	sourceId: 'igdb:9000001',
	name: 'Lantern Hollow',
	releaseDate: '2019-03-14',
	developers: ['Mossgate Studio'],
	publishers: ['Ninth Pier'],
	genres: ['Adventure', 'Puzzle'],
	platforms: ['PC (Microsoft Windows)', 'Nintendo Switch'],
	gameModes: ['Single player'],
	summary: 'A caretaker walks a sleeping valley and relights its lamps.',
	storyline: 'The valley forgot its own name.',
	websites: [
		{ url: 'https://lanternhollow.example', category: 'official' },
		{ url: 'https://store.steampowered.com/app/9000010', category: 'steam' },
		{ url: 'https://lamps.example/hollow', category: 'lamp-forum' },
		{ url: 'https://elsewhere.example', category: 'other' },
		{ url: 'https://untyped.example', category: 'other' },
	],
	cover: 'https://images.igdb.com/igdb/image/upload/t_cover_big_2x/co9zz1.jpg',
	screenshots: [
		'https://images.igdb.com/igdb/image/upload/t_screenshot_huge/sc9zz1.jpg',
		'https://images.igdb.com/igdb/image/upload/t_screenshot_huge/sc9zz2.jpg',
	],
	prominence: 60,
	series: 'Lantern',
	kind: 'remaster',
	editionOf: 'igdb:9000000',
	timeToBeat: null,
	externalIds: [
		{ source: 'igdb', id: '9000001' },
		{ source: 'igdb-slug', id: 'lantern-hollow' },
		{ source: 'steam', id: '9000010' },
		{ source: 'gog', id: 'lantern_hollow' },
	],
}

/** A game with nothing but a name. */
export const PIER = { id: 9_000_002, name: 'Untitled Pier Game', game_type: 0 }
