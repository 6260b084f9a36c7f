import type { Website } from '#server/db/column-types.ts'
import type { TimeRow } from '#server/features/time-to-beat/queries.ts'

/** The columns of a game, for `games g` and its counts `gc`. */
export const GAME_COLUMNS = `
	g.id, g.name, g.cover, g.release_date, g.developers, g.publishers, g.genres, g.platforms, g.game_modes,
	g.summary, g.storyline, g.description, g.screenshots, g.screenshot_sources, g.no_image, g.websites, g.sources,
	gc.rating_sum, gc.rating_count, gc.reviews_week, gc.reviews_month, gc.reviews_year, gc.reviews_total,
	gc.wished_count, gc.backlog_count, gc.playing_count, gc.played_count,
	(select row_to_json(t) from times_to_beat t where t.game_id = g.id) as time_to_beat`

export interface GameRow {
	id: number
	name: string
	cover: string
	release_date: string | null
	developers: string[]
	publishers: string[]
	genres: string[]
	platforms: string[]
	game_modes: string[]
	summary: string | null
	storyline: string | null
	description: string | null
	screenshots: string[]
	screenshot_sources: string[]
	no_image: boolean
	websites: Website[]
	sources: string[]
	rating_sum: number
	rating_count: number
	reviews_week: number
	reviews_month: number
	reviews_year: number
	reviews_total: number
	wished_count: number
	backlog_count: number
	playing_count: number
	played_count: number
	time_to_beat: TimeRow | null
}

/** The ratings of a game by those who played it on a platform, or for so many hours. */
export interface ScoreRow {
	kind: 'platform' | 'hours'
	key: string
	rating_sum: number
	rating_count: number
}
