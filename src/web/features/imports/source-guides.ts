import type { ImportFrom } from '#contract/imports.ts'

interface SourceGuide {
	name: string
	/** What is brought from it, in a word or two. */
	brings: string
	/** How to get it, a step each. */
	steps: readonly string[]
	/** Whether its files do not say which status their games have. */
	asksForStatus?: true
}

/** The sources in front, the most used ones first. */
const MAIN_SOURCES = [
	'grouvee',
	'howlongtobeat',
	'backloggd',
	'yamtrack',
	'infinite_backlog',
	'playnite',
] as const satisfies readonly ImportFrom[]

const MORE_SOURCES = [
	'igdb',
	'gog_galaxy',
	'ryot',
	'neodb',
	'vglist',
	'savepoint',
	'csv',
] as const satisfies readonly ImportFrom[]

/** The sources that a site offers: Steam in front, where it can be read. */
export function listSources(hasSteam: boolean): { main: readonly ImportFrom[]; more: readonly ImportFrom[] } {
	if (!hasSteam) return { main: MAIN_SOURCES, more: MORE_SOURCES }
	return { main: ['steam', ...MAIN_SOURCES.slice(0, -1)], more: [...MAIN_SOURCES.slice(-1), ...MORE_SOURCES] }
}

/** Where games come from, and how to get them there. */
export const SOURCE_GUIDES: Readonly<Record<ImportFrom, SourceGuide>> = {
	grouvee: {
		name: 'Grouvee',
		brings: 'ZIP or CSV',
		steps: [
			'On Grouvee, open your settings and request an export of your collection.',
			'Download it once it’s ready.',
			'Choose the ZIP as it is. The older CSV works, too.',
		],
	},
	howlongtobeat: {
		name: 'HowLongToBeat',
		brings: 'CSV',
		steps: [
			'On HowLongToBeat, open your profile’s options.',
			'Export your games as CSV.',
			'Choose that file here. Your playthroughs and times come along.',
		],
	},
	backloggd: {
		name: 'Backloggd',
		brings: 'JSON',
		steps: [
			'Backloggd has no export of its own. The free user script “Backloggd Data Transfer” makes one in your browser.',
			'Save its transfer file, which is JSON.',
			'Choose that file here.',
		],
	},
	yamtrack: {
		name: 'Yamtrack',
		brings: 'CSV',
		steps: [
			'In Yamtrack, open Settings, then Export.',
			'Download the CSV.',
			'Choose it here. Only the games in it are read, not films or books.',
		],
	},
	infinite_backlog: {
		name: 'Infinite Backlog',
		brings: 'CSV',
		steps: ['On Infinite Backlog, open your settings.', 'Export your collection as CSV.', 'Choose that file here.'],
	},
	igdb: {
		name: 'IGDB',
		brings: 'CSV of a list',
		steps: [
			'On IGDB, open one of your lists and export it as CSV.',
			'Say below what its games are to you, since the file doesn’t.',
			'Choose the file. Bring other lists one after the other.',
		],
		asksForStatus: true,
	},
	playnite: {
		name: 'Playnite',
		brings: 'CSV or JSON',
		steps: [
			'In Playnite, install an add-on that exports your library, such as Library Exporter Advanced.',
			'Export all games as CSV or JSON.',
			'Choose that file here. Games from Steam, GOG and other stores come along.',
		],
	},
	gog_galaxy: {
		name: 'GOG Galaxy',
		brings: 'CSV',
		steps: [
			'Run the free “GOG Galaxy Export Script” on the computer that has GOG Galaxy.',
			'It writes a CSV of your library.',
			'Choose that file here.',
		],
	},
	ryot: {
		name: 'Ryot',
		brings: 'JSON',
		steps: [
			'In Ryot, open Settings, then Imports and Exports.',
			'Start an export and download its JSON.',
			'Choose it here. Only the games in it are read.',
		],
	},
	neodb: {
		name: 'NeoDB',
		brings: 'ZIP',
		steps: [
			'On NeoDB, open Settings, then Data, and export everything.',
			'Download the ZIP.',
			'Choose it here. Only the games in it are read, and keys in it are never stored.',
		],
	},
	vglist: {
		name: 'vglist',
		brings: 'JSON',
		steps: ['On vglist, open your account settings.', 'Export your library as JSON.', 'Choose that file here.'],
	},
	steam: {
		name: 'Steam',
		brings: 'Your profile',
		steps: [
			'On Steam, open Edit Profile, then Privacy Settings.',
			'Set “Game details” to Public. You can set it back afterwards.',
			'Sign in at Steam from here, so that we know the profile is yours. Your password stays with Steam.',
		],
	},
	savepoint: {
		name: 'Savepoint',
		brings: 'JSON or ZIP',
		steps: [
			'On the other Savepoint site, open Settings, then Your data.',
			'Download your data.',
			'Choose that file here. Library, plays, reviews and lists come along, not the account itself.',
		],
	},
	csv: {
		name: 'Any CSV',
		brings: 'Your own table',
		steps: [
			'Save your table as CSV, with the names of the columns in its first row.',
			'Choose that file here.',
			'You then say which column is which.',
		],
	},
}
