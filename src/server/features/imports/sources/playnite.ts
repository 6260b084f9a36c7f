import { extractExternalIds } from '#contract/external-ids.ts'
import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { type CsvRow, hasHeaders, headersOf, readRows } from './csv-rows.ts'
import { DateOrders } from './date-order.ts'
import { type DateOrder, readTime, readYear } from './dates.ts'
import { named, RowReader, toGame, toIds, toPlays } from './imported.ts'
import { readElements } from './json-elements.ts'
import { arrayOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, noteOf, textOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedId, ImportedItem, ImportFile, ImportSource } from './source.ts'

/** The headers of exports in English, German, French and Spanish: extensions write them in the language of Playnite. */
const HEADERS = {
	Name: ['name', 'nom', 'nombre'],
	Playtime: [
		'playtime',
		'time played',
		'gespielte zeit',
		'spielzeit',
		'temps de jeu',
		'tiempo jugado',
		'tiempo de juego',
	],
	CompletionStatus: [
		'completionstatus',
		'completion status',
		'abschlussstatus',
		'spielstatus',
		"statut d'achèvement",
		'statut d’achèvement',
		'estado de finalización',
		'estado',
	],
	UserScore: [
		'userscore',
		'user score',
		'benutzerwertung',
		'eigene wertung',
		'note utilisateur',
		'puntuación del usuario',
	],
	Favorite: ['favorite', 'favorit', 'favori', 'favorito'],
	Hidden: ['hidden', 'versteckt', 'ausgeblendet', 'masqué', 'oculto'],
	Notes: ['notes', 'notizen', 'notas'],
	Added: ['added', 'date added', 'hinzugefügt', 'ajouté', 'añadido'],
	Modified: ['modified', 'date modified', 'änderungsdatum', 'geändert', 'modifié', 'modificado'],
	LastActivity: [
		'lastactivity',
		'last played',
		'zuletzt gespielt',
		'dernière activité',
		'dernière partie',
		'última vez jugado',
	],
	ReleaseDate: ['releasedate', 'release date', 'erscheinungsdatum', 'date de sortie', 'fecha de lanzamiento'],
	Platforms: [
		'platforms',
		'platform',
		'plattformen',
		'plattform',
		'plateformes',
		'plateforme',
		'plataformas',
		'plataforma',
	],
	Source: ['source', 'sources', 'provider', 'quelle', 'quellen', 'fuente', 'fuentes'],
	Categories: ['categories', 'kategorien', 'catégories', 'categorías'],
	Tags: ['tags', 'étiquettes', 'etiquetas'],
	Links: ['links', 'liens', 'enlaces'],
	GameId: ['gameid', 'game id', 'spiel-id', 'id du jeu', 'id del juego'],
	PluginId: ['pluginid'],
	Version: ['version', 'versión'],
} as const
type Field = keyof typeof HEADERS
type Fields = Readonly<Partial<Record<Field, unknown>>>

const DATES = ['Added', 'Modified', 'LastActivity', 'ReleaseDate'] as const
const STEAM_PLUGIN = 'cb91dfc9-b977-43bf-8e70-55f46e410fab'

/** A field that only Playnite has under this name. */
const TELLING = ['Playtime', 'CompletionStatus', 'PluginId'] as const

const isJson = ({ head }: ImportFile) =>
	/^\s*(?:\[|\{\s*"games")/i.test(head) &&
	head.includes('"Name"') &&
	/"(?:Playtime|CompletionStatus|PluginId)"/.test(head)
const isCsv = (file: ImportFile) => {
	const headers = new Set(headersOf(file.head).map((header) => header.toLowerCase()))
	const fields = Object.entries(HEADERS).filter(([, names]) => names.some((name) => headers.has(name)))
	return (
		hasHeaders(file, 'name', 'provider', 'playtime') ||
		(fields.some(([field]) => field === 'Name') &&
			fields.length >= 4 &&
			fields.filter(([field]) => TELLING.some((one) => one === field)).length >= 2)
	)
}

/** Playnite: JSON and CSV of its exporters. Statuses of one's own are asked. */
export const playnite: ImportSource = {
	name: 'playnite',
	recognizes: (files) => files.some((file) => isJson(file) || isCsv(file)),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		'not played': 'backlog',
		'plan to play': 'backlog',
		played: 'played',
		playing: 'playing',
		beaten: 'finished',
		completed: 'completed',
		abandoned: 'abandoned',
		'on hold': 'paused',
	},
	notCarried: [
		'Sources, categories, tags and versions are kept in a private note of their game.',
		'The last time you played a game is not a session, because the file doesn’t say how long it was.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isJson))
		for await (const { line, value } of readElements(file, ['Games', 'games']))
			yield value === undefined ? unreadable(line, '', ROW_PROBLEMS.damaged) : ofFields(objectOf(value), line, null)
	for (const file of files.filter(isCsv)) {
		const order = await fileDateOrder(
			file,
			DATES.flatMap((field) => [...HEADERS[field]]),
		)
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofFields(fieldsOf(row), row.line, order) : row
	}
}

const fieldsOf = (row: CsvRow): Fields =>
	Object.fromEntries(Object.entries(HEADERS).map(([field, names]) => [field, row.get(...names)]))

/** A value, or the names in an object or array of objects. */
const namesOf = (value: unknown): string[] =>
	(Array.isArray(value) ? value : stringOf(value) === '' ? [value] : stringOf(value).split(/[,;]/)).flatMap(
		(one) => lineOf(objectOf(one).Name ?? one) ?? [],
	)

function ofFields(fields: Fields, line: number, order: DateOrder | null): ImportedItem {
	const reader = new RowReader()
	const platforms = namesOf(fields.Platforms)
	const source = namesOf(fields.Source)
	const date = objectOf(fields.ReleaseDate)
	const isTrue = (value: unknown) => value === true || /^(?:true|1|yes)$/i.test(stringOf(value))
	const platform = platforms.length === 1 ? (platforms[0] ?? null) : null
	return toGame(line, fields.Name, {
		key: stringOf(fields.GameId) === '' ? null : `${stringOf(fields.PluginId)} ${stringOf(fields.GameId)}`,
		releaseYear: readYear(date.ReleaseDate ?? date.Year?.toString() ?? fields.ReleaseDate),
		platforms,
		ids: idsOf(fields, source),
		statuses: namesOf(fields.CompletionStatus).slice(0, 1),
		isLoved: isTrue(fields.Favorite),
		rating: reader.rating(fields.UserScore, 'UserScore', 100),
		platform,
		plays: toPlays({ key: 'playnite', platform, minutes: reader.minutes(fields.Playtime, 'Playtime', 'seconds') }),
		note: noteOf(
			textOf(fields.Notes),
			named('Source in Playnite', source),
			named('Categories in Playnite', namesOf(fields.Categories)),
			named('Tags in Playnite', namesOf(fields.Tags)),
			named('Version in Playnite', lineOf(fields.Version)),
			isTrue(fields.Hidden) && 'Hidden in Playnite',
		),
		addedAt: readTime(fields.Added, order),
		changedAt: readTime(fields.Modified, order) ?? readTime(fields.LastActivity, order),
		errors: reader.errors,
	})
}

/** The plugin and its id of the game are the store's; links have more. */
function idsOf(fields: Fields, source: readonly string[]): ImportedId[] {
	const isSteam = stringOf(fields.PluginId).toLowerCase() === STEAM_PLUGIN || source[0]?.toLowerCase() === 'steam'
	const urls = Array.isArray(fields.Links)
		? arrayOf(fields.Links).map((link) => stringOf(objectOf(link).Url))
		: stringOf(fields.Links)
				.split(/[,;\s]/)
				.map((link) => link.replace(/^[^:]*:(?=https?:)/, ''))
	const linked = extractExternalIds(urls.slice(0, 50).map((url) => ({ url: url.slice(0, 500) })))
	return [
		...(isSteam ? toIds('steam', fields.GameId) : []),
		...linked.flatMap(({ source: of, id }) =>
			of === 'steam' || of === 'gog' || of === 'wikidata' || of === 'igdb-slug' ? toIds(of, id) : [],
		),
	]
}

/** Returns the order of the dates in columns of a CSV; null if it doesn't matter or can't be told. */
async function fileDateOrder(file: ImportFile, columns: readonly string[]): Promise<DateOrder | null> {
	const orders = new DateOrders()
	for await (const row of readRows(file))
		if (row.kind === 'row') for (const column of columns) orders.add(row.get(column))
	return orders.order
}
