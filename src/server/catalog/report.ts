import type { ImportProgress, ImportReport } from './import.ts'
import type { ToldGame, UnsurePair } from './queries-game-details.ts'

const number = new Intl.NumberFormat('en-GB')

/** `1 pair`, `2 pairs`. */
export function many(count: number, one: string, several = `${one}s`): string {
	return `${number.format(count)} ${count === 1 ? one : several}`
}

/** How far an import has come, in a line. */
export function countsText(progress: Omit<ImportProgress, 'share'> & { share?: number | undefined }): string {
	const { added, joined, changed, unchanged, unsure, refused, rowsPerSecond, share } = progress
	const counts = [
		`${number.format(added)} added`,
		...(joined > 0 ? [`${number.format(joined)} merged with games that were there`] : []),
		`${number.format(changed)} changed`,
		`${number.format(unchanged)} unchanged`,
		...(unsure > 0 ? [`${number.format(unsure)} unsure`] : []),
		`${number.format(refused)} refused`,
	].join(', ')
	return `${share === undefined ? '' : `${Math.floor(share * 100)} %: `}${counts} (${number.format(rowsPerSecond)} a second)`
}

/** What an import did, or would do. */
export function reportText(report: ImportReport, dryRun: boolean): string {
	const { refusals, refused, withdrawn, endedEarly, ms } = report
	const rows = report.added + report.joined + report.changed + report.unchanged
	const lines = refusals.map(({ place, reason }) => `Refused, ${place}: ${reason}.`)
	if (refused > refusals.length) lines.push(`… and ${number.format(refused - refusals.length)} more.`)
	const counts = countsText({ ...report, rowsPerSecond: Math.round((rows * 1000) / Math.max(1, ms)) })
	const ended = endedEarly !== undefined ? 'Stopped after' : dryRun ? 'Rehearsed in' : 'Done in'
	lines.push(`${ended} ${(ms / 1000).toFixed(1)} s: ${counts}.`)
	if (report.unsure > 0)
		lines.push(
			`${many(report.unsure, 'pair')} of games may be the same${dryRun ? '' : ': "npm run catalog -- unsure" lists them'}.`,
		)
	if (withdrawn?.believed && withdrawn.withdrawn > 0)
		lines.push(`The source no longer has ${many(withdrawn.withdrawn, 'game')} that it had.`)
	if (withdrawn && !withdrawn.believed)
		lines.push(
			`The source did not give ${many(withdrawn.withdrawn, 'game')} that it had. That is too many to be believed: they stay as they are.`,
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
export function gameText(game: ToldGame): string {
	const facts = [
		['Developers', game.developers.join(', ')],
		['Publishers', game.publishers.join(', ')],
		['Platforms', game.platforms.join(', ')],
		['Genres', game.genres.join(', ')],
		['Modes', game.game_modes.join(', ')],
		['On this site', `${many(game.reviews_total, 'review')}, ${many(game.list_items, 'list entry', 'list entries')}`],
		['Records', recordsText(game)],
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
		titleOf(game),
		...facts.flatMap(([name, text]) => (text ? [`  ${`${name}:`.padEnd(14)}${text}`] : [])),
		...(game.hidden ? ['  No source has it any more: search and rankings do not show it.'] : []),
	].join('\n')
}

/** Two games side by side. */
export function pairText({ one, other, reason }: UnsurePair, games: ReadonlyMap<number, ToldGame>): string {
	const lines = [one, other].map((id) => {
		const game = games.get(id)
		if (!game) return `#${id}`
		const companies = [...new Set([...game.developers, ...game.publishers])].join(', ')
		return `${titleOf(game)}${companies ? `, ${companies}` : ''}; ${recordsText(game)}; ${many(game.reviews_total, 'review')}`
	})
	return [...lines, `  ${reason}.  merge ${one} ${other}  or  keep-apart ${one} ${other}`].join('\n')
}

function titleOf({ id, name, release_date }: ToldGame): string {
	return `#${id} ${name}${release_date ? ` (${release_date})` : ''}`
}

function recordsText({ records }: ToldGame): string {
	return records
		.map(({ source, source_id, withdrawn }) => `${source} ${source_id}${withdrawn ? ' (withdrawn)' : ''}`)
		.join(', ')
}
