import { MAPPED_COLUMNS } from '#contract/import-limits.ts'
import { FILE_PROBLEMS } from '#contract/import-problems.ts'
import type { ImportMapping } from '#contract/imports.ts'
import { type CsvRow, headersOf, readRows } from './csv-rows.ts'
import { DateOrders } from './date-order.ts'
import { RowReader, toGame, toIds, toPlays, toReview } from './imported.ts'
import { lineOf, textOf } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import { readRating } from './ratings.ts'
import {
	type ColumnsOfFile,
	FileProblem,
	type ImportedId,
	type ImportedItem,
	type ImportFile,
	type ImportSource,
} from './source.ts'

const SAMPLES = 5
const SAMPLE_CHARS = 200

type Column = (typeof MAPPED_COLUMNS)[number]

/** What columns are called, in English, German, French and Spanish; the first that a file has is proposed. */
const HEADERS: Readonly<Record<Column, readonly string[]>> = {
	name: [
		'name',
		'title',
		'game',
		'game name',
		'game title',
		'titel',
		'spiel',
		'spielname',
		'titre',
		'jeu',
		'nom',
		'nom du jeu',
		'título',
		'titulo',
		'juego',
		'nombre',
		'nombre del juego',
	],
	status: [
		'status',
		'state',
		'shelf',
		'completion',
		'completion status',
		'progress',
		'fortschritt',
		'statut',
		'état',
		'avancement',
		'estado',
		'progreso',
	],
	rating: [
		'rating',
		'my rating',
		'score',
		'stars',
		'bewertung',
		'wertung',
		'sterne',
		'note',
		'évaluation',
		'étoiles',
		'puntuación',
		'puntuacion',
		'valoración',
		'nota',
		'estrellas',
	],
	platform: [
		'platform',
		'platforms',
		'console',
		'system',
		'plattform',
		'konsole',
		'plateforme',
		'plate-forme',
		'plataforma',
		'consola',
	],
	startedOn: [
		'started',
		'start',
		'start date',
		'started on',
		'date started',
		'begonnen',
		'angefangen',
		'startdatum',
		'beginn',
		'commencé',
		'date de début',
		'début',
		'empezado',
		'fecha de inicio',
		'inicio',
	],
	endedOn: [
		'finished',
		'end',
		'end date',
		'finish date',
		'finished on',
		'completed',
		'completed on',
		'completion date',
		'date finished',
		'date completed',
		'beendet',
		'abgeschlossen',
		'durchgespielt',
		'enddatum',
		'terminé',
		'date de fin',
		'fini',
		'terminado',
		'fecha de fin',
		'completado',
		'fecha de finalización',
	],
	minutes: [
		'minutes',
		'hours',
		'hours played',
		'minutes played',
		'time played',
		'playtime',
		'play time',
		'time',
		'spielzeit',
		'stunden',
		'minuten',
		'temps de jeu',
		'heures',
		'durée',
		'tiempo de juego',
		'horas',
		'minutos',
		'tiempo',
	],
	note: [
		'notes',
		'private notes',
		'comment',
		'comments',
		'notiz',
		'notizen',
		'kommentar',
		'remarques',
		'commentaire',
		'notas',
		'comentario',
		'comentarios',
	],
	review: ['review', 'my review', 'rezension', 'kritik', 'critique', 'avis', 'reseña', 'crítica'],
	id: [
		'igdb id',
		'igdb_id',
		'igdbid',
		'steam appid',
		'steam app id',
		'steam_appid',
		'appid',
		'app id',
		'wikidata id',
		'wikidata_id',
		'wikidata',
		'gog id',
		'gog_id',
		'igdb slug',
		'igdb_slug',
		'giantbomb id',
		'giantbomb_id',
	],
	idSource: ['id source', 'source'],
}

/** Any CSV, by a mapping of its columns, chosen or proposed. */
export const csv: ImportSource = {
	name: 'csv',
	recognizes: (files) => files.some((file) => isCsv(file) && headersOf(file.head).length > 1),
	read: (files, { mapping }) => mergeGames(readAll(files, mapping)),
	describeColumns: describeAll,
	meanings: {
		backlog: 'backlog',
		unplayed: 'backlog',
		'not started': 'backlog',
		owned: 'backlog',
		playing: 'playing',
		'in progress': 'playing',
		paused: 'paused',
		'on hold': 'paused',
		shelved: 'paused',
		played: 'played',
		finished: 'finished',
		beaten: 'finished',
		completed: 'finished',
		'100%': 'completed',
		mastered: 'completed',
		platinum: 'completed',
		abandoned: 'abandoned',
		dropped: 'abandoned',
		retired: 'abandoned',
		wishlist: 'wished',
		wanted: 'wished',
		ungespielt: 'backlog',
		spielend: 'playing',
		'spiele ich': 'playing',
		pausiert: 'paused',
		gespielt: 'played',
		durchgespielt: 'finished',
		beendet: 'finished',
		abgebrochen: 'abandoned',
		wunschliste: 'wished',
		'en cours': 'playing',
		'en pause': 'paused',
		joué: 'played',
		terminé: 'finished',
		fini: 'finished',
		abandonné: 'abandoned',
		'liste de souhaits': 'wished',
		pendiente: 'backlog',
		jugando: 'playing',
		'en pausa': 'paused',
		jugado: 'played',
		terminado: 'finished',
		abandonado: 'abandoned',
		'lista de deseos': 'wished',
	},
	notCarried: ['Columns that you don’t choose are left out.'],
}

const isCsv = ({ name, head }: ImportFile) => /\.(?:csv|tsv|txt)$/i.test(name) && !/^\s*[[{<]/.test(head)

/** Describes a CSV by its headers and all its rows. */
export async function describeCsv(file: ImportFile): Promise<ColumnsOfFile> {
	const headers = headersOf(file.head)
		.slice(0, 100)
		.map((header) => header.slice(0, SAMPLE_CHARS))
	const columns = proposeColumns(headers)
	const samples: string[][] = []
	const orders = new DateOrders()
	let bestRating = 0
	let hasClock = false
	const cell = (row: CsvRow, column: Column) => row.get((columns[column] ?? '').toLowerCase())
	for await (const row of readRows(file)) {
		if (row.kind !== 'row') continue
		if (samples.length < SAMPLES)
			samples.push(headers.map((_, index) => (row.cells[index] ?? '').slice(0, SAMPLE_CHARS)))
		if (columns.startedOn) orders.add(cell(row, 'startedOn'))
		if (columns.endedOn) orders.add(cell(row, 'endedOn'))
		const rating = Number(cell(row, 'rating').replace(',', '.'))
		if (columns.rating && rating > bestRating) bestRating = rating
		hasClock ||= /^\d{1,6}:\d\d/.test(columns.minutes ? cell(row, 'minutes') : '')
	}
	const { name } = columns
	return {
		headers,
		samples,
		needsDateOrder: orders.needsOrder,
		mapping: name === undefined ? null : proposeMapping({ ...columns, name }, { orders, bestRating, hasClock }),
	}
}

function proposeColumns(headers: readonly string[]): Partial<ImportMapping['columns']> {
	const columns: Partial<Record<Column, string>> = {}
	for (const column of MAPPED_COLUMNS)
		for (const name of HEADERS[column]) {
			const header = headers.find((one) => one.toLowerCase() === name)
			if (header === undefined || Object.values(columns).includes(header)) continue
			columns[column] = header
			break
		}
	// A column of sources means something only beside one of ids
	if (columns.id === undefined) delete columns.idSource
	return columns
}

function proposeMapping(
	columns: ImportMapping['columns'],
	seen: { orders: DateOrders; bestRating: number; hasClock: boolean },
): ImportMapping {
	const { order } = seen.orders
	const { minutes } = columns
	const inMinutes = minutes !== undefined && /min/i.test(minutes)
	return {
		columns,
		...(order && { dateOrder: order }),
		...(columns.rating !== undefined && { ratingScale: seen.bestRating > 10 ? 100 : seen.bestRating > 5 ? 10 : 5 }),
		...(minutes !== undefined && { timeFormat: seen.hasClock ? 'h:mm' : inMinutes ? 'minutes' : 'hours' }),
	}
}

async function describeAll(files: readonly ImportFile[]): Promise<ColumnsOfFile> {
	const file = files.find(isCsv)
	if (!file) throw new FileProblem(FILE_PROBLEMS.noNames)
	return describeCsv(file)
}

async function* readAll(files: readonly ImportFile[], chosen: ImportMapping | null): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isCsv)) {
		const mapping = chosen ?? (await describeCsv(file)).mapping
		const headers = new Set(headersOf(file.head).map((header) => header.toLowerCase()))
		if (!mapping || !headers.has(mapping.columns.name.toLowerCase())) throw new FileProblem(FILE_PROBLEMS.noNames)
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofRow(row, mapping) : row
	}
}

function ofRow(row: CsvRow, mapping: ImportMapping): ImportedItem {
	const { columns, dateOrder = null, ratingScale = 5, timeFormat = 'hours' } = mapping
	const reader = new RowReader()
	const cell = (column: Column) => row.get((columns[column] ?? '').trim().toLowerCase())
	const header = (column: Column) => columns[column] ?? column
	const platform = lineOf(cell('platform'))
	const startedOn = reader.date(cell('startedOn'), header('startedOn'), dateOrder)
	const endedOn = reader.date(cell('endedOn'), header('endedOn'), dateOrder)
	const ids = idsOf(cell('id'), cell('idSource') || header('id'))
	return toGame(row.line, cell('name'), {
		key: ids[0] ? `${ids[0].source} ${ids[0].id}` : null,
		platforms: platform ? [platform] : [],
		ids,
		statuses: [lineOf(cell('status'))],
		rating: ratingOf(cell('rating'), ratingScale) ?? reader.rating(cell('rating'), header('rating'), ratingScale),
		platform,
		plays: toPlays({
			key: [startedOn, endedOn, platform].join(' '),
			platform,
			startedOn,
			endedOn,
			minutes: reader.minutes(cell('minutes'), header('minutes'), timeFormat),
		}),
		review: toReview([cell('review')], { platform }),
		note: textOf(cell('note')),
		errors: reader.errors,
	})
}

/** Stars as signs: `★★★½`. */
function ratingOf(cell: string, scale: 5 | 10 | 100): number | null {
	const stars = /^(★{0,5})(½?)☆{0,5}$/.exec(cell)
	return stars && cell !== ''
		? (readRating((stars[1]?.length ?? 0) + (stars[2] ? 0.5 : 0), 5) ?? null)
		: (readRating(cell, scale) ?? null)
}

/** An id by the name of its source, which may be in another column or in its header: `Steam App ID`. */
function idsOf(id: string, source: string): ImportedId[] {
	const word = source.toLowerCase()
	if (/igdb.?slug/.test(word)) return toIds('igdb-slug', id)
	if (word.includes('igdb')) return /^\d+$/.test(id) ? toIds('igdb', id) : toIds('igdb-slug', id)
	if (/steam|app.?id/.test(word)) return toIds('steam', id)
	if (word.includes('wikidata')) return toIds('wikidata', id)
	if (word.includes('gog')) return toIds('gog', id)
	if (/giant.?bomb/.test(word)) return toIds('giantbomb', id)
	return []
}
