import type { NextSource } from '#contract/next.ts'
import type { Candidate, RatedGame } from './queries.ts'

const LOVED_HALF_STARS = 8
const NAMED_GAMES = 2
/** The share of common genres from which on a game is named. */
const ALIKE = 0.5

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const MONTH_OF_YEAR = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Says in a sentence why a game is suggested: people who love it, loved games like it, or how long it has waited and takes. */
export function explainPick(
	{ id, genres, since, minutes, lover_names }: Candidate,
	{ source, day, rated }: { source: NextSource; day: string; rated: readonly RatedGame[] },
): string {
	if (lover_names.length > 0) return `${lover_names.join(' and ')} loved it`
	const alike = listAlike(id, genres, rated)
	if (alike.length > 0) return `Because you loved ${alike.join(' and ')}`
	const time = minutes === null ? undefined : `about ${formatMinutes(minutes)} to finish`
	if (since === null) return time === undefined ? 'Popular here' : `Popular here, ${time}`
	const place = source === 'backlog' ? 'In your backlog' : 'On your wishlist'
	return [`${place} since ${formatMonth(since, day)}`, ...(time === undefined ? [] : [time])].join(', ')
}

/** The names of the loved games with the most genres in common, the newest among equals. */
function listAlike(id: number, genres: readonly string[], rated: readonly RatedGame[]): string[] {
	const own = new Set(genres)
	const compare = (game: RatedGame) => {
		const all = new Set([...genres, ...game.genres])
		const common = new Set(game.genres.filter((genre) => own.has(genre)))
		return common.size / (all.size || 1)
	}
	return rated
		.filter((game) => game.half_stars >= LOVED_HALF_STARS && game.id !== id)
		.map((game) => ({ name: game.name, share: compare(game) }))
		.filter(({ share }) => share >= ALIKE)
		.sort((a, b) => b.share - a.share)
		.slice(0, NAMED_GAMES)
		.map(({ name }) => name)
}

function formatMinutes(minutes: number): string {
	return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

function formatMonth(time: string, day: string): string {
	const at = new Date(time)
	return (at.getUTCFullYear() === Number(day.slice(0, 4)) ? MONTH : MONTH_OF_YEAR).format(at)
}
