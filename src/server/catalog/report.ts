import type { ImportProgress, ImportReport } from './import.ts'
import type { GameDetails, UnsurePair } from './queries-game-details.ts'

const NUMBER_FORMAT = new Intl.NumberFormat('en-GB')

/** `1 pair`, `2 pairs`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
	return `${NUMBER_FORMAT.format(count)} ${count === 1 ? one : several}`
}

/** How far an import has come, in a line. */
export function formatCounts(progress: Omit<ImportProgress, 'share'> & { share?: number | undefined }): string {
	const { added, joined, changed, unchanged, unsure, refused, rowsPerSecond, share } = progress
	const counts = [
		`${NUMBER_FORMAT.format(added)} added`,
		...(joined > 0 ? [`${NUMBER_FORMAT.format(joined)} merged with games that were there`] : []),
		`${NUMBER_FORMAT.format(changed)} changed`,
		`${NUMBER_FORMAT.format(unchanged)} unchanged`,
		...(unsure > 0 ? [`${NUMBER_FORMAT.format(unsure)} unsure`] : []),
		`${NUMBER_FORMAT.format(refused)} refused`,
	].join(', ')
	return `${share === undefined ? '' : `${Math.floor(share * 100)} %: `}${counts} (${NUMBER_FORMAT.format(rowsPerSecond)} a second)`
}

/** What an import did, or would do. */
export function formatReport(report: ImportReport, dryRun: boolean): string {
	const { refusals, refused, withdrawn, endedEarly, ms } = report
	const rows = report.added + report.joined + report.changed + report.unchanged
	const lines = refusals.map(({ position: place, reason }) => `Refused, ${place}: ${reason}.`)
	if (refused > refusals.length) lines.push(`… and ${NUMBER_FORMAT.format(refused - refusals.length)} more.`)
	const counts = formatCounts({ ...report, rowsPerSecond: Math.round((rows * 1000) / Math.max(1, ms)) })
	const ended = endedEarly !== undefined ? 'Stopped after' : dryRun ? 'Rehearsed in' : 'Done in'
	lines.push(`${ended} ${(ms / 1000).toFixed(1)} s: ${counts}.`)
	if (report.unsure > 0)
		lines.push(
			`${pluralize(report.unsure, 'pair')} of games may be the same${dryRun ? '' : ': "npm run catalog -- unsure" lists them'}.`,
		)
	if (withdrawn?.believed && withdrawn.withdrawn > 0)
		lines.push(`The source no longer has ${pluralize(withdrawn.withdrawn, 'game')} that it had.`)
	if (withdrawn && !withdrawn.believed)
		lines.push(
			`The source did not give ${pluralize(withdrawn.withdrawn, 'game')} that it had. That is too many to be believed: they stay as they are.`,
		)
	if (endedEarly !== undefined)
		lines.push(
			dryRun
				? `Not everything was read: ${endedEarly}.`
				: `Not everything was read: ${endedEarly}. What is counted above is stored; run the command again to go on.`,
		)
	else if (dryRun) lines.push('Nothing was stored.')
	return lines.join('\n')
}

/** Everything that is known of a game. */
export function formatGame(game: GameDetails): string {
	const facts = [
		['Developers', game.developers.join(', ')],
		['Publishers', game.publishers.join(', ')],
		['Platforms', game.platforms.join(', ')],
		['Genres', game.genres.join(', ')],
		['Modes', game.game_modes.join(', ')],
		['On this site', `${pluralize(game.reviews_total, 'review')}, ${pluralize(game.list_items, 'list entry', 'list entries')}`],
		['Records', formatRecords(game)],
		['Facts from', game.sources.join(', ')],
		['Elsewhere', game.external_ids.map(({ source, id }) => `${source} ${id}`).join(', ')],
		['Was also', game.merged.map((id) => `#${id}`).join(', ')],
		[
			'Unsure',
			game.pairs.flatMap(({ other, reason, kept_apart }) => (kept_apart ? [] : [`#${other} (${reason})`])).join(', '),
		],
		['Kept apart', game.pairs.flatMap(({ other, kept_apart }) => (kept_apart ? [`#${other}`] : [])).join(', ')],
	]
	return [
		formatTitle(game),
		...facts.flatMap(([name, text]) => (text ? [`  ${`${name}:`.padEnd(14)}${text}`] : [])),
		...(game.hidden ? ['  No source has it any more: search and rankings do not show it.'] : []),
	].join('\n')
}

/** Two games side by side. */
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
