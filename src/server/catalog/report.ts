import type { ImportProgress, ImportReport } from './import.ts'
import type { GameDetails, UnsurePair } from './queries-game-details.ts'

const NUMBER_FORMAT = new Intl.NumberFormat('en-GB')

/** Formats a count with its noun: `1 pair`, `2 pairs`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
	return `${NUMBER_FORMAT.format(count)} ${count === 1 ? one : several}`
}

/** Formats the progress of an import as one line. */
export function formatCounts(progress: Omit<ImportProgress, 'fraction'> & { fraction?: number | undefined }): string {
	const { added, joined, changed, unchanged, unsure, refused, rowsPerSecond, fraction } = progress
	const counts = [
		`${NUMBER_FORMAT.format(added)} added`,
		...(joined > 0 ? [`${NUMBER_FORMAT.format(joined)} merged into existing games`] : []),
		`${NUMBER_FORMAT.format(changed)} changed`,
		`${NUMBER_FORMAT.format(unchanged)} unchanged`,
		...(unsure > 0 ? [`${NUMBER_FORMAT.format(unsure)} unsure`] : []),
		`${NUMBER_FORMAT.format(refused)} refused`,
	].join(', ')
	return `${fraction === undefined ? '' : `${Math.floor(fraction * 100)}%: `}${counts} (${NUMBER_FORMAT.format(rowsPerSecond)} per second)`
}

/** Formats the result of an import or a dry run. */
export function formatReport(report: ImportReport, dryRun: boolean): string {
	const { refusals, refused, withdrawn, endedEarly, ms } = report
	const rows = report.added + report.joined + report.changed + report.unchanged
	const lines = refusals.map(({ position, reason }) => `Refused ${position}: ${reason}.`)
	if (refused > refusals.length) lines.push(`… and ${NUMBER_FORMAT.format(refused - refusals.length)} more.`)
	const counts = formatCounts({ ...report, rowsPerSecond: Math.round((rows * 1000) / Math.max(1, ms)) })
	const ending = endedEarly !== undefined ? 'Stopped after' : dryRun ? 'Dry run finished in' : 'Done in'
	lines.push(`${ending} ${(ms / 1000).toFixed(1)} s: ${counts}.`)
	if (refused > 0)
		lines.push(
			`${pluralize(refused, 'record was', 'records were')} refused, and ${refused === 1 ? 'is' : 'are'} not in the catalog: see above for where and why.`,
		)
	if (report.unsure > 0)
		lines.push(
			`${pluralize(report.unsure, 'pair')} of games may be the same${dryRun ? '' : ': "npm run catalog -- unsure" lists them'}.`,
		)
	if (withdrawn?.isPlausible && withdrawn.count > 0)
		lines.push(
			`${pluralize(withdrawn.count, 'game')} withdrawn: the source no longer has ${withdrawn.count === 1 ? 'it' : 'them'}.`,
		)
	if (withdrawn && !withdrawn.isPlausible)
		lines.push(
			`${pluralize(withdrawn.count, 'game')} missing at the source. That exceeds the safety limit; nothing was withdrawn.`,
		)
	if (endedEarly !== undefined)
		lines.push(
			dryRun
				? `Not everything was read: ${endedEarly}.`
				: `Not everything was read: ${endedEarly}. Everything counted above is stored; run the command again to resume.`,
		)
	else if (dryRun) lines.push('Nothing was stored.')
	return lines.join('\n')
}

/** Formats the details of a game. */
export function formatGame(game: GameDetails): string {
	const facts = [
		['Developers', game.developers.join(', ')],
		['Publishers', game.publishers.join(', ')],
		['Platforms', game.platforms.join(', ')],
		['Genres', game.genres.join(', ')],
		['Modes', game.game_modes.join(', ')],
		[
			'On this site',
			`${pluralize(game.reviews_total, 'review')}, ${pluralize(game.list_items, 'list entry', 'list entries')}`,
		],
		['Records', formatRecords(game)],
		['Facts from', game.sources.join(', ')],
		['External ids', game.external_ids.map(({ source, id }) => `${source} ${id}`).join(', ')],
		['Merged ids', game.merged.map((id) => `#${id}`).join(', ')],
		[
			'Unsure',
			game.pairs.flatMap(({ other, reason, kept_apart }) => (kept_apart ? [] : [`#${other} (${reason})`])).join(', '),
		],
		['Kept apart', game.pairs.flatMap(({ other, kept_apart }) => (kept_apart ? [`#${other}`] : [])).join(', ')],
	]
	return [
		formatTitle(game),
		...facts.flatMap(([name, text]) => (text ? [`  ${`${name}:`.padEnd(14)}${text}`] : [])),
		...(game.hidden ? ['  Hidden from search and rankings: no source has this game anymore.'] : []),
	].join('\n')
}

/** Formats two games that may be the same, with the commands that resolve the pair. */
export function formatPair({ one, other, reason }: UnsurePair, games: ReadonlyMap<number, GameDetails>): string {
	const lines = [one, other].map((id) => {
		const game = games.get(id)
		if (!game) return `#${id}`
		const companies = [...new Set([...game.developers, ...game.publishers])].join(', ')
		return `${formatTitle(game)}${companies ? `, ${companies}` : ''}; ${formatRecords(game)}; ${pluralize(game.reviews_total, 'review')}`
	})
	return [...lines, `  ${reason}.  merge ${one} ${other}  or  keep-apart ${one} ${other}`].join('\n')
}

function formatTitle({ id, name, release_date }: GameDetails): string {
	return `#${id} ${name}${release_date ? ` (${release_date})` : ''}`
}

function formatRecords({ records }: GameDetails): string {
	return records
		.map(({ source, source_id, withdrawn }) => `${source} ${source_id}${withdrawn ? ' (withdrawn)' : ''}`)
		.join(', ')
}
