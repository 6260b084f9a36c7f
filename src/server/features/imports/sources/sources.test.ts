import { describe, expect, test } from 'vitest'
import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { IMPORT_FROM, STATUS_MEANINGS } from '#contract/imports.ts'
import { openUpload, readGames, readUpload, zip } from '#kit/import-files.ts'
import { SOURCES } from './all.ts'
import { backloggd } from './backloggd.ts'
import { csv, describeCsv } from './csv.ts'
import { gogGalaxy } from './gog-galaxy.ts'
import { grouvee } from './grouvee.ts'
import { howlongtobeat } from './howlongtobeat.ts'
import { igdb } from './igdb.ts'
import { infiniteBacklog } from './infinite-backlog.ts'
import { neodb } from './neodb.ts'
import { playnite } from './playnite.ts'
import { ryot } from './ryot.ts'
import { savepoint } from './savepoint.ts'
import { vglist } from './vglist.ts'
import { yamtrack } from './yamtrack.ts'

/** Cells that have quotation marks, as in a CSV. */
const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`
/** Who recognizes an upload first. */
const sourceOf = async (name: string, content: string | Uint8Array) => {
	const files = await openUpload(name, content)
	return SOURCES.find((source) => source.recognizes(files))?.name
}

test('every source reads files, and each word has a meaning that exists', () => {
	expect(SOURCES.map(({ name }) => name).sort()).toEqual([...IMPORT_FROM].sort())
	for (const { meanings, notCarried } of SOURCES) {
		expect(notCarried.length).toBeGreaterThan(0)
		for (const [word, meaning] of Object.entries(meanings)) {
			expect(word).toBe(word.toLowerCase())
			expect([...STATUS_MEANINGS, null]).toContain(meaning)
		}
	}
})

describe('Grouvee', () => {
	const none = { date_started: 'None', date_finished: 'None', seconds_played: 0, level_of_completion: 'Main Story' }
	const run = {
		date_started: '2024-04-25',
		date_finished: '2024-04-28',
		seconds_played: 22500,
		level_of_completion: '100% Completion',
	}
	const entry = {
		id: 7,
		name: 'Split Friction',
		shelves: {
			Played: { date_added: '2021-07-18T15:53:49Z' },
			'Co-op': { date_added: '2022-01-01T00:00:00Z' },
			Steam: {},
		},
		platforms: { PC: {} },
		rating: 3.5,
		review_title: 'Long ago',
		review: '<p>Worth &amp; more</p>',
		dates: [none, run],
		statuses: [{ status: 'Stuck', date: '2024-04-26' }],
		release_date: '2010-Q3',
		date_added_to_collection: '2021-07-18',
		igdb_id: 379,
	}
	const json = (more: object) =>
		JSON.stringify({
			export_format_version: 2,
			account: { favorite_games: [{ name: 'Split Friction', igdb_id: 379 }] },
			collection: [entry],
			...more,
		})

	test('a ZIP has shelves, plays, reviews, lists and favorites', async () => {
		const again = { ...run, game: { name: 'Split Friction', igdb_id: 379 } }
		const second = {
			...run,
			date_started: '2025-01-01',
			date_finished: 'None',
			game: { name: 'Split Friction', igdb_id: 379 },
		}
		const orphan = { ...run, game: { name: 'Lotus Trail', igdb_id: 9 } }
		const content = zip([
			{ name: 'collection.csv', content: 'id,name,shelves,dates\n7,Split Friction,,\n' },
			{
				name: 'grouvee_export.json',
				content: json({
					play_log: [again, second, orphan],
					lists: [{ id: 1, name: 'Best', games: [{ name: 'Lotus Trail', igdb_id: 9 }] }],
				}),
			},
		])
		const [list, game, other, ...more] = await readUpload(grouvee, 'grouvee.zip', content)
		expect(await sourceOf('grouvee.zip', content)).toBe('grouvee')
		expect(list).toMatchObject({ kind: 'list', key: '1', title: 'Best' })
		expect(game).toMatchObject({
			title: 'Split Friction',
			key: '7',
			ids: [{ source: 'igdb', id: '379' }],
			statuses: ['Co-op', 'Steam', '100% Completion', 'Played'],
			rating: 3.5,
			releaseYear: 2010,
			favorite: 1,
			addedAt: '2021-07-18',
			note: 'Shelves on Grouvee: Co-op, Steam\nStatus updates on Grouvee: 2024-04-26 Stuck',
			review: { text: 'Long ago\n\nWorth & more' },
		})
		expect(game?.kind === 'game' && game.plays).toMatchObject([
			{ startedOn: '2024-04-25', endedOn: '2024-04-28', minutes: 375, outcome: 'completed' },
			{ startedOn: '2025-01-01', endedOn: null, outcome: null },
		])
		expect(other).toMatchObject({ title: 'Lotus Trail', statuses: [], lists: [{ key: '1', position: 1 }] })
		expect(more).toEqual([])
	})

	test('a level without a date is no play, and Playing counts before Played', async () => {
		const shelves = { 'Wish List': {}, Played: {}, Playing: {} }
		const content = `id,name,shelves,platforms,rating,review,dates,statuses,release_date,giantbomb_id\n1,A,${cell(shelves)},${cell({})},0,,${cell([none])},${cell([])},2004-11-17,3030-20635\n`
		expect(await readGames(grouvee, 'old.csv', content)).toMatchObject([
			{
				plays: [],
				statuses: ['Playing', 'Played', 'Wish List'],
				rating: null,
				ids: [{ source: 'giantbomb', id: '20635' }],
			},
		])
		expect(await sourceOf('old.csv', content)).toBe('grouvee')
	})
})

test('HowLongToBeat has a row for each play, and tabs of one’s own', async () => {
	const content = `Title,Platform,Playing,Backlog,Replay,CP,Completed,Retired,Retired Notes,Start Date,Completion Date,Playthrough,Progress,Main Story,Main Story Notes,Main + Extras,Completionist,General Notes,Storefront,Review,Review Notes,Added,Updated
Evil Manor,"PC","","","","X","X","","",2024-02-09,2012-00-00,"First-Play",3:00:00,3:00:00,"fun","45:30","--",mine,Steam,70,"",2024-02-09 15:54:48,2024-02-09 15:54:48
evil manor,"PC","✓","","","","","","",2025-01-01,,"Replay","5400","--","","","--",,,0,"",2025-01-01 10:00:00,2025-01-02 10:00:00
`
	const games = await readGames(howlongtobeat, 'HLTB.csv', content)
	expect(await sourceOf('HLTB.csv', content)).toBe('howlongtobeat')
	expect(games).toMatchObject([
		{
			title: 'Evil Manor',
			ids: [],
			statuses: ['Playing', 'CP', 'Completed'],
			rating: 3.5,
			note: 'mine\nTabs on HowLongToBeat: CP\nStorefront on HowLongToBeat: Steam',
			addedAt: '2024-02-09T15:54:48.000Z',
			changedAt: '2025-01-02T10:00:00.000Z',
			plays: [
				{ startedOn: '2024-02-09', endedOn: '2012', outcome: 'finished', isReplay: false, minutes: 180 },
				{ startedOn: '2025-01-01', outcome: null, isReplay: true, minutes: 90 },
			],
		},
	])
	expect(games[0]?.plays[0]?.note).toBe(
		'Progress: 3:00:00\nMain Story: 3:00:00\nMain + Extras: 45:30\nMain Story Notes: fun',
	)
	const older =
		'Title,Platform,Playing,Backlog,Replay,Completed,Retired,Completion Date,Main Story,Completionist\nB,PC,,✓,,,,,,\n'
	expect(await readGames(howlongtobeat, 'a.csv', older)).toMatchObject([{ statuses: ['Backlog'], plays: [] }])
})

test('a list of IGDB has ids, no status, and nobody’s ratings', async () => {
	const content = `id,game,url,rating,category,release_date,platforms,genres\n107262,Streets of Fury,https://www.igdb.com/g/2ari,8.0177,Main Game,${cell(['Jun 25, 2020 (Europe [EU])', 'Apr 30, 2019 (Japan)'])},${cell(['PC', 'Wii'])},\n`
	expect(await sourceOf('played.csv', content)).toBe('igdb')
	expect(igdb.asksForStatus).toBe(true)
	expect(await readGames(igdb, 'played.csv', content)).toMatchObject([
		{
			ids: [{ source: 'igdb', id: '107262' }],
			statuses: [],
			rating: null,
			releaseYear: 2019,
			platforms: ['PC', 'Wii'],
		},
	])
})

test('Infinite Backlog has two axes, minutes, copies and lists', async () => {
	const content = `IGDB ID,Game name,Game release date,Platform,Status,Completion,Ownership,Playtime,Completion date,Rating (Score),Tags,Date added,Last updated
20,"Bio Shock",2007-08-21,Windows PC,Played,Mastered,Owned,1022,2021-07-21,6,cozy,2024-12-21T14:12:07.000Z,2024-12-21T14:12:07.000Z
20,"Bio Shock",2007-08-21,Wii,Playing,Unfinished,Owned,10,,0,,2025-12-21T14:12:07.000Z,2025-12-21T14:12:07.000Z
`
	const lists = 'List ID,List title,IGDB ID,Game name,Game release date,Notes\n15,Want,20,Bio Shock,2007-08-21,soon\n'
	expect(await sourceOf('a.csv', content)).toBe('infinite_backlog')
	const [list, game] = await readUpload(
		infiniteBacklog,
		'a.zip',
		zip([
			{ name: 'a.csv', content },
			{ name: 'b.csv', content: lists },
		]),
	)
	expect(list).toMatchObject({ kind: 'list', title: 'Want' })
	expect(game).toMatchObject({
		statuses: ['Playing', 'Unfinished', 'Mastered', 'Played'],
		rating: 3,
		note: 'Ownership on Infinite Backlog: Owned\nTags on Infinite Backlog: cozy\nOwnership on Infinite Backlog: Owned',
		plays: [
			{ endedOn: '2021-07-21', outcome: 'completed', minutes: 1022 },
			{ minutes: 10, outcome: null },
		],
		lists: [{ key: '15', position: 1, note: 'soon' }],
	})
})

test('Backloggd has a log with plays and sessions, as JSON or as a table', async () => {
	const play = {
		title: 'Log',
		rating: 9,
		review: 'So good, again.',
		review_spoilers: true,
		platform: 6,
		hours_played: 10,
		mins_played: 30,
		start_date: '2024-08-02',
		finish_date: '2024-08-09',
	}
	const dates = [
		{ range_start_date: '2024-08-02', range_end_date: '2024-08-03', hours: 1, minutes: 30, note: '' },
		{ range_start_date: '2024-08-04', range_end_date: '2024-08-07', note: 'rainy' },
	]
	const log = { game_liked: true, is_play: true, is_backlog: true, status: 'completed' }
	const content = JSON.stringify({
		format: 'backloggd-transfer',
		version: 2,
		entries: [{ game_id: 27082, title: 'Raft', slug: 'raft', log, playthroughs: [play], dates }],
	})
	expect(await sourceOf('b.json', content)).toBe('backloggd')
	expect(await readGames(backloggd, 'b.json', content)).toMatchObject([
		{
			ids: [
				{ source: 'igdb', id: '27082' },
				{ source: 'igdb-slug', id: 'raft' },
			],
			statuses: ['completed', 'played', 'backlog'],
			isLoved: true,
			rating: 4.5,
			platform: 'PC (Microsoft Windows)',
			plays: [{ outcome: 'finished', minutes: 630, note: null }],
			sessions: [{ day: '2024-08-02', minutes: 90 }],
			review: { text: 'So good, again.', containsSpoilers: true, hours: 10 },
			note: 'Played on Backloggd: 2024-08-04 to 2024-08-06: rainy',
		},
	])
	const table =
		'Game Name,Platform,Played?,Playing?,Backlog?,Wishlist?,Status,Rating (out of 10)\nRaft,PC,Yes,No,No,Yes,Shelved,7\n'
	expect(await readGames(backloggd, 'b.csv', table)).toMatchObject([
		{ statuses: ['Shelved', 'played', 'wishlist'], rating: 3.5 },
	])
})

test('Yamtrack of both ages has several rows a game, and other media', async () => {
	const old =
		'"media_id","source","media_type","title","image","season_number","episode_number","score","progress","status","repeats","start_date","end_date","notes","watch_date"\n'
	const rows =
		'"19","igdb","game","Evil Manor","x","","","8.5","3h 00min","Completed","2","","2024-02-09","good",""\n"1","tmdb","movie","A Film","","","","","","Completed","","","","",""\n"19","igdb","game","Evil Manor","x","","","","1h 10min","In progress","","2025-02-09","","",""\n'
	expect(await readGames(yamtrack, 'y.csv', old + rows)).toMatchObject([
		{
			ids: [{ source: 'igdb', id: '19' }],
			statuses: ['In progress', 'Completed'],
			rating: 4.5,
			note: 'Repeats on Yamtrack: 2',
			plays: [
				{ endedOn: '2024-02-09', minutes: 180, outcome: 'finished', note: 'good' },
				{ minutes: 70, outcome: null },
			],
		},
	])
	const now =
		'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress,created_at,progressed_at\n7,manual,game,Mine,,,,,Planning,later,,,,2025-01-01T10:00:00Z,\n'
	expect(await sourceOf('y.csv', now)).toBe('yamtrack')
	expect(await readGames(yamtrack, 'y.csv', now)).toMatchObject([
		{ key: null, ids: [], statuses: ['Planning'], plays: [], note: 'later', addedAt: '2025-01-01T10:00:00.000Z' },
	])
})

test('Ryot has numbers as texts, and other media', async () => {
	const game = {
		lot: 'video_game',
		source: 'giant_bomb',
		identifier: '3030-20635',
		source_id: 'Evil Manor',
		seen_history: [
			{ state: 'completed', ended_on: '2024-02-09', manual_time_spent: '7200', providers_consumed_on: ['Steam'] },
		],
		reviews: [
			{ rating: '75', review: { text: 'Scary and slow.', date: '2024-02-10T00:00:00Z', spoiler: true }, comments: [] },
		],
		collections: [{ collection_name: 'Watchlist' }, { collection_name: 'Cozy' }],
	}
	const content = JSON.stringify({ metadata: [{ lot: 'movie', source_id: 'A Film' }, game], collections: [] })
	expect(await sourceOf('ryot.json', content)).toBe('ryot')
	expect(await readGames(ryot, 'ryot.json', content)).toMatchObject([
		{
			title: 'Evil Manor',
			ids: [{ source: 'giantbomb', id: '20635' }],
			statuses: ['completed', 'Watchlist', 'Cozy'],
			rating: 4,
			plays: [{ endedOn: '2024-02-09', minutes: 120, outcome: 'finished', note: 'Played on: Steam' }],
			review: { text: 'Scary and slow.', containsSpoilers: true, writtenAt: '2024-02-10T00:00:00.000Z' },
			note: 'Collections on Ryot: Watchlist, Cozy',
		},
	])
})

describe('NeoDB', () => {
	const address = 'https://neodb.example/game/0abcdefghijklmnop'

	test('as CSV has marks, and reviews with two columns named title', async () => {
		const links = `${address} https://www.igdb.com/games/evil-manor https://store.steampowered.com/app/418370/`
		const content = zip([
			{
				name: 'x/book_mark.csv',
				content: 'title,info,links,timestamp,status,rating,comment,tags\nA Book,,,,complete,1,,\n',
			},
			{
				name: 'x/game_mark.csv',
				content: `title,info,links,timestamp,status,rating,comment,tags\nEvil Manor,,${links},2024-02-09T10:00:00+00:00,complete,7,Nice,a|b\n`,
			},
			{
				name: 'x/game_review.csv',
				content: `title,info,links,timestamp,title,content\nEvil Manor,,${links},2024-03-09T10:00:00+00:00,My view,Long text\n`,
			},
			{ name: 'x/game_note.csv', content: 'title,info,links,timestamp,title,content\n' },
		])
		expect(await sourceOf('neodb.zip', content)).toBe('neodb')
		expect(await readGames(neodb, 'neodb.zip', content)).toMatchObject([
			{
				title: 'Evil Manor',
				ids: [
					{ source: 'igdb-slug', id: 'evil-manor' },
					{ source: 'steam', id: '418370' },
				],
				statuses: ['complete'],
				rating: 3.5,
				plays: [{ endedOn: '2024-02-09', outcome: 'finished' }],
				review: { text: 'My view\n\nLong text', writtenAt: '2024-03-09T10:00:00.000Z' },
				note: 'Comment on NeoDB: Nice\nTags on NeoDB: a, b',
			},
		])
	})

	test('as NDJSON names games in its catalog, keeps private reviews private and never reads keys', async () => {
		const lines = (...values: object[]) =>
			[{ server: 'neodb.example' }, ...values].map((one) => JSON.stringify(one)).join('\n')
		const withRegardTo = address
		const content = zip([
			{
				name: 'catalog.ndjson',
				content: lines({
					type: 'Game',
					id: address,
					display_title: 'Evil Manor',
					external_resources: [{ url: 'https://store.steampowered.com/app/418370' }],
				}),
			},
			{
				name: 'journal.ndjson',
				content: `${lines(
					{ type: 'Rating', visibility: 0, content: { withRegardTo, value: 8, best: 10 } },
					{
						type: 'Review',
						visibility: 2,
						content: {
							withRegardTo,
							name: 'Mine',
							content: '<p>Only for <b>me</b></p>',
							published: '2024-03-09T10:00:00Z',
						},
					},
					{
						type: 'ShelfMember',
						visibility: 0,
						content: { withRegardTo, status: 'wishlist', published: '2024-02-09T10:00:00Z' },
					},
					{ type: 'Rating', visibility: 0, content: { withRegardTo: 'https://neodb.example/book/1', value: 8 } },
					{
						type: 'Collection',
						visibility: 0,
						content: { name: 'Scary' },
						items: [{ item: address, metadata: { note: 'brr' } }],
					},
				)}\n{"type": broken`,
			},
			{ name: 'actor.ndjson', content: lines({ type: 'Identity', private_key: 'SECRET' }) },
		])
		expect(await readUpload(neodb, 'neodb.zip', content)).toMatchObject([
			{ kind: 'list', title: 'Scary', visibility: 'public' },
			{ kind: 'unreadable', line: 7, errors: [{ message: ROW_PROBLEMS.damaged }] },
			{
				title: 'Evil Manor',
				statuses: ['wishlist'],
				rating: 4,
				review: null,
				note: 'Review on NeoDB: Mine\nOnly for me',
				ids: [{ source: 'steam', id: '418370' }],
				lists: [{ key: 'Scary', position: 1, note: 'brr' }],
			},
		])
		expect(JSON.stringify(await readUpload(neodb, 'neodb.zip', content))).not.toContain('SECRET')
	})
})

test('vglist has ids of Wikidata', async () => {
	const entry = {
		game: { id: 5, name: 'Evil Manor', wikidata_id: 42 },
		hours_played: '12.5',
		completion_status: 'fully_completed',
		rating: 95,
		start_date: '2020-01-01',
		completion_date: null,
		comments: 'ok',
		replay_count: 2,
		platforms: [{ name: 'PC' }],
		stores: ['Steam'],
	}
	const content = JSON.stringify([entry])
	expect(await sourceOf('vglist.json', content)).toBe('vglist')
	expect(await readGames(vglist, 'vglist.json', content)).toMatchObject([
		{
			key: '5',
			ids: [{ source: 'wikidata', id: 'Q42' }],
			statuses: ['fully_completed'],
			rating: 5,
			platform: 'PC',
			plays: [{ startedOn: '2020-01-01', endedOn: null, outcome: 'completed', minutes: 750 }],
			note: 'ok\nReplays on vglist: 2\nStores on vglist: Steam',
		},
	])
})

test('GOG Galaxy says how long games were played, not how they ended', async () => {
	const content =
		"title\tplatformList\tmyRating\treleaseDate\tgameMins\tlastPlayed\ttags\tisHidden\nEvil Manor\t['Steam', 'GOG']\t4\t2017-01-24\t125\t2024-02-09\t['cozy']\tTrue\nB\tgog\t\t\t0\t\t\t\n"
	expect(await sourceOf('gog.csv', content)).toBe('gog_galaxy')
	expect(await readGames(gogGalaxy, 'gog.csv', content)).toMatchObject([
		{
			statuses: ['Played'],
			rating: 4,
			releaseYear: 2017,
			plays: [{ minutes: 125 }],
			note: 'Tags in GOG Galaxy: cozy\nLibraries in GOG Galaxy: Steam, GOG\nHidden in GOG Galaxy',
		},
		{ statuses: ['Not played'], rating: null, plays: [] },
	])
})

test('Playnite has JSON, and CSV with headers in its language', async () => {
	const game = {
		Name: 'Evil Manor',
		GameId: '418370',
		PluginId: 'CB91DFC9-B977-43BF-8E70-55F46E410FAB',
		Playtime: 7200,
		CompletionStatus: { Name: 'Beaten' },
		UserScore: 80,
		Favorite: true,
		ReleaseDate: { ReleaseDate: '2017-01-24' },
		Platforms: [{ Name: 'PC' }],
		Tags: [{ Name: 'cozy' }],
		Added: '2024-02-09T10:00:00Z',
	}
	const content = JSON.stringify([game])
	expect(await sourceOf('playnite.json', content)).toBe('playnite')
	const expected = {
		title: 'Evil Manor',
		ids: [{ source: 'steam', id: '418370' }],
		statuses: ['Beaten'],
		rating: 4,
		isLoved: true,
		platform: 'PC',
		plays: [{ minutes: 120 }],
	}
	expect(await readGames(playnite, 'playnite.json', content)).toMatchObject([
		{ ...expected, releaseYear: 2017, note: 'Tags in Playnite: cozy' },
	])
	const german =
		'Name,Favorit,Spiel-ID,Erscheinungsdatum,Hinzugefügt,Abschlussstatus,Plattformen,Gespielte Zeit,PluginId,Benutzerwertung\nEvil Manor,True,418370,24.01.2017,03.04.2024 10:00:00,Beaten,PC,7200,cb91dfc9-b977-43bf-8e70-55f46e410fab,80\n'
	expect(await sourceOf('a.csv', german)).toBe('playnite')
	expect(await readGames(playnite, 'a.csv', german)).toMatchObject([
		{ ...expected, releaseYear: 2017, addedAt: '2024-04-03' },
	])
	expect(await sourceOf('a.csv', 'Name,Provider,ReleaseDate,Playtime,Source,IsInstalled\n')).toBe('playnite')
})

describe('Savepoint', () => {
	const game = {
		gameId: 12,
		gameName: 'Evil Manor',
		releaseYear: 2017,
		externalIds: [
			{ source: 'igdb', id: '19562' },
			{ source: 'other', id: '1' },
		],
	}
	const time = '2024-02-09T10:00:00.000Z'
	const account = {
		format: 'savepoint-account-1',
		account: { username: 'mira', email: 'mira@example.org' },
		sessions: [{ device: 'phone' }],
		reviews: [
			{
				...game,
				id: 'r',
				rating: 4.5,
				platform: 'PC',
				timePlayed: 9,
				description: 'Ten whole characters.',
				containsSpoilers: true,
				createdAt: time,
			},
		],
		lists: [
			{
				id: 'l',
				title: 'Best',
				description: null,
				visibility: 'unlisted',
				isRanked: true,
				tags: ['a'],
				createdAt: time,
				items: [{ gameId: 13, gameName: 'Other', order: 0, notes: 'n' }],
			},
		],
		library: [
			{
				...game,
				status: 'finished',
				rating: 4.5,
				isWished: false,
				isLoved: true,
				platform: 'PC',
				createdAt: time,
				updatedAt: time,
			},
		],
		plays: [
			{
				...game,
				id: 'p',
				platform: null,
				startedOn: '2023',
				endedOn: null,
				outcome: 'finished',
				isReplay: true,
				minutes: 0,
				note: 'x',
			},
			{ ...game, id: 'q', isReplay: false },
		],
		playSessions: [{ ...game, id: 's', playId: 'p', day: '2023-05-05', minutes: 30, note: null }],
		favorites: [{ ...game, order: 0 }],
	}

	test('its own export comes back with its keys, in a ZIP or alone', async () => {
		const json = JSON.stringify(account)
		const content = zip([
			{ name: 'savepoint.json', content: json },
			{ name: 'library.csv', content: 'Name\nA\n' },
		])
		expect(await sourceOf('savepoint.zip', content)).toBe('savepoint')
		expect(await readUpload(savepoint, 'savepoint.json', json)).toEqual(await readUpload(savepoint, 'a.zip', content))
		const [list, evil, other, ...more] = await readUpload(savepoint, 'savepoint.json', json)
		expect(list).toEqual({
			kind: 'list',
			key: 'l',
			title: 'Best',
			description: null,
			visibility: 'unlisted',
			isRanked: true,
			tags: ['a'],
			createdAt: time,
		})
		expect(evil).toMatchObject({
			key: '12',
			title: 'Evil Manor',
			releaseYear: 2017,
			ids: [
				{ source: 'igdb', id: '19562' },
				{ source: 'savepoint', id: '12' },
			],
			statuses: ['finished'],
			rating: 4.5,
			isLoved: true,
			plays: [
				{ key: 'p', startedOn: '2023', outcome: 'finished', isReplay: true, minutes: 0, note: 'x' },
				{ key: 'q', isReplay: false },
			],
			sessions: [{ key: 's', day: '2023-05-05', minutes: 30, playKey: 'p' }],
			review: { text: 'Ten whole characters.', containsSpoilers: true, platform: 'PC', hours: 9, writtenAt: time },
			addedAt: time,
			favorite: 1,
			errors: [],
		})
		expect(other).toMatchObject({ title: 'Other', statuses: [], lists: [{ key: 'l', position: 0, note: 'n' }] })
		expect(more).toEqual([])
	})
})

describe('a CSV of one’s own', () => {
	test('is described with a proposal, and read by it', async () => {
		const content =
			'Spiel;Status;Bewertung;Plattform;Begonnen;Beendet;Spielzeit;Notizen;Steam AppID;Farbe\nEvil Manor;Durchgespielt;8,5;PC;01.02.2024;13.02.2024;12,5;leise;418370;rot\n'
		const [file] = await openUpload('spiele.csv', content)
		if (!file) throw new Error('No file')
		const { mapping, needsDateOrder, samples, headers } = await describeCsv(file)
		expect({ needsDateOrder, samples: samples.length, headers: headers.length }).toEqual({
			needsDateOrder: false,
			samples: 1,
			headers: 10,
		})
		expect(mapping).toEqual({
			columns: {
				name: 'Spiel',
				status: 'Status',
				rating: 'Bewertung',
				platform: 'Plattform',
				startedOn: 'Begonnen',
				endedOn: 'Beendet',
				minutes: 'Spielzeit',
				note: 'Notizen',
				id: 'Steam AppID',
			},
			dateOrder: 'dmy',
			ratingScale: 10,
			timeFormat: 'hours',
		})
		expect(await readGames(csv, 'spiele.csv', content)).toMatchObject([
			{
				title: 'Evil Manor',
				ids: [{ source: 'steam', id: '418370' }],
				statuses: ['Durchgespielt'],
				rating: 4.5,
				note: 'leise',
				plays: [{ startedOn: '2024-02-01', endedOn: '2024-02-13', minutes: 750 }],
			},
		])
	})

	test('asks for the order of dates that fit two, and takes the years until it knows', async () => {
		const content = 'Title,Finished,Stars,Played\nA,03/04/2020,★★★½,x\n'
		const [file] = await openUpload('a.csv', content)
		expect(file && (await describeCsv(file)).needsDateOrder).toBe(true)
		expect(await readGames(csv, 'a.csv', content)).toMatchObject([
			{
				rating: 3.5,
				plays: [{ endedOn: '2020' }],
				errors: [{ column: 'Finished', message: ROW_PROBLEMS.ambiguousDate }],
			},
		])
		const chosen = { columns: { name: 'Title', endedOn: 'Finished' }, dateOrder: 'mdy' } as const
		expect(await readGames(csv, 'a.csv', content, chosen)).toMatchObject([
			{ rating: null, plays: [{ endedOn: '2020-03-04' }], errors: [] },
		])
	})

	test('says which cells it doesn’t understand', async () => {
		const content = 'Title,Finished,Rating,Hours,Started\nA,soon,great,long,None\n'
		expect((await readGames(csv, 'a.csv', content))[0]?.errors).toEqual([
			{ column: 'Finished', message: ROW_PROBLEMS.date },
			{ column: 'Rating', message: ROW_PROBLEMS.rating },
			{ column: 'Hours', message: ROW_PROBLEMS.minutes },
		])
	})
})
