import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { LibraryStatus } from '#contract/library-entry.ts'
import type { PlayOutcome } from '#contract/play.ts'
import type { Provider } from '#contract/social-login-providers.ts'

/** The typed tables. The migrations document the columns. */
export interface Tables {
	users: UsersTable
	user_counts: UserCountsTable
	/** The public columns of users that are not being deleted, with their counts. */
	visible_users: VisibleUsersTable
	hidden_users: { user_id: string; since: Timestamp }
	sessions: SessionsTable
	idempotency_keys: { hash: string; made: string; created_at: Timestamp }
	unused_pictures: { picture: string; keep_until: Timestamp | null }
	sign_in_failures: { subject: string; failures: number; since: Timestamp }
	known_addresses: { user_id: string; address_hash: string; last_used_at: Timestamp }
	mail_tokens: MailTokensTable
	outgoing_mails: OutgoingMailsTable
	mailbox_counts: { subject: string; sent: Timestamp[]; last_sent_at: Timestamp }
	login_tickets: {
		hash: string
		user_id: string
		purpose: 'sign-in' | 'connect' | 'reauthenticate'
		challenge: string | null
		expires_at: Timestamp
		provider: Generated<Provider | null>
		subject: Generated<string | null>
		session_id: Generated<string | null>
	}
	deletions: {
		code: string
		requested_at: Timestamp
		completed_at: Timestamp | null
		subject: Generated<'account' | 'connection'>
		account_id: Generated<string | null>
		rows_total: ColumnType<string, never, never>
		rows_deleted: ColumnType<string, never, never>
	}
	social_accounts: { provider: Provider; subject: string; user_id: string; connected_at: Timestamp }
	spent_social_sign_ins: { hash: string; expires_at: Timestamp }
	games: GamesTable
	game_counts: GameCountsTable
	game_search: {
		game_id: number
		key: string
		joined: string
		words: string
		word_count: number
		hidden: Generated<boolean>
	}
	game_word_slips: { slip: string; word: string }
	game_records: GameRecordsTable
	game_external_ids: { source: string; id: string; record_id: number }
	game_pairs: { one: number; other: number; reason: string; kept_apart: Generated<boolean>; noted_at: Timestamp }
	merged_games: { id: number; game_id: number }
	catalogue_loads: { source: string; content_hash: string; loaded_at: Timestamp }
	catalogue_imports: CatalogImportsTable
	catalogue_met: { record_id: number }
	library_entries: LibraryEntriesTable
	plays: PlaysTable
	play_sessions: PlaySessionsTable
	favorites: { user_id: string; game_id: number; position: number }
	feed_logs: FeedLogsTable
	game_scores: { game_id: number; kind: 'platform' | 'hours'; key: string; rating_sum: Count; rating_count: Count }
	reviews: ReviewsTable
	review_counts: ReviewCountsTable
	review_likes: { review_id: string; user_id: string; created_at: Timestamp }
	follows: {
		follower_id: string
		followed_id: string
		created_at: Timestamp
		activities_before: Count
		activities_read: Count
		corrected_to: ColumnType<string, never, never>
	}
	feed_corrections: { id: ColumnType<string, never, never>; user_id: string; created_at: Timestamp; n: number }
	comments: { id: string; review_id: string; user_id: string; content: string; likes: Count; created_at: Timestamp }
	comment_likes: { comment_id: string; user_id: string; created_at: Timestamp }
	lists: ListsTable
	list_items: { id: string; list_id: string; game_id: number; position: number; notes: string }
	review_seen: { review_id: string; viewer: string; day: string; opened: boolean }
	activities: { id: string; user_id: string; kind: 'review' | 'comment' | 'list'; created_at: Timestamp }
	activity_reads: { reader_id: string; activity_id: string; user_id: string }
	site_counts: { subject: 'users' | 'games' | 'reviews' | 'lists'; slot: number; n: number }
	windows: { today: string; next: string | null }
	job_runs: JobRunsTable
	game_days: { game_id: number; day: string; reviews: number }
	review_days: { review_id: string; day: string; engagements: number; impressions: number }
	user_days: { user_id: string; day: string; impressions: number }
}

/** A connection or an open transaction: the first parameter of every query. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** An open transaction. */
export type Tx = Transaction<Tables>

/** ISO 8601 in UTC with milliseconds, when reading and writing. */
type Timestamp = string
/** A count that only database triggers write. */
type Count = ColumnType<number, never, never>

interface UsersTable {
	id: string
	username: string
	email: string
	email_key: string
	name: string | null
	bio: string | null
	picture: string | null
	password_hash: string | null
	needs_username: Generated<boolean>
	email_verified_at: ColumnType<Timestamp | null, never, Timestamp | null>
	created_at: Timestamp
	deleted_at: Generated<Timestamp | null>
}

interface UserCountsTable {
	id: string
	username_key: ColumnType<string, never, never>
	review_count: Count
	follower_count: Count
	following_count: Count
	list_count: Count
	impressions_week: Count
	impressions_month: Count
	impressions_year: Count
	impressions_total: Count
	activity_count: Count
	fed_at: ColumnType<string | null, never, never>
}

type VisibleUsersTable = Pick<UsersTable, 'id' | 'username' | 'picture' | 'bio' | 'created_at' | 'needs_username'> &
	Omit<UserCountsTable, 'id' | 'fed_at'>

interface MailTokensTable {
	hash: string
	user_id: string
	purpose: 'reset-password' | 'verify-email' | 'change-email'
	email_key: string
	email: ColumnType<string | null, string | undefined, never>
	created_at: Timestamp
	expires_at: Timestamp
}

interface OutgoingMailsTable {
	id: string
	sealed: Buffer
	sealed_by: string
	user_id: string | null
	link: string | null
	created_at: Timestamp
	expires_at: Timestamp
	next_attempt_at: Timestamp
	attempts: Generated<number>
	last_error: Generated<string | null>
	claim: Generated<string | null>
	leased_until: Generated<Timestamp | null>
}

interface SessionsTable {
	id: string
	user_id: string
	generation: Generated<number>
	device: string
	created_at: Timestamp
	rotated_at: Timestamp
	ended_at: Timestamp | null
	proved_at: Timestamp | null
}

export interface Website {
	url: string
	category: string
}

interface GameRecordsTable {
	id: Generated<number>
	source: string
	source_id: string
	game_id: number
	facts_hash: string
	facts: ColumnType<StoredFacts, string, string>
	withdrawn: Generated<boolean>
}

/** The non-empty facts of a record. */
export interface StoredFacts {
	name: string
	cover?: string
	releaseDate?: string
	developers?: string[]
	publishers?: string[]
	genres?: string[]
	platforms?: string[]
	gameModes?: string[]
	summary?: string
	storyline?: string
	description?: string
	screenshots?: string[]
	websites?: Website[]
	prominence?: number
	aliases?: string[]
	motif?: string
	palette?: string
}

interface CatalogImportsTable {
	source: string
	begun_at: Timestamp | null
	checkpoint: string | null
	since: Timestamp | null
	read_at: Timestamp | null
}

interface GamesTable {
	id: Generated<number>
	source: string
	source_id: string
	sources: Generated<string[]>
	facts_hash: string
	hidden: Generated<boolean>
	name: string
	cover_source: string | null
	/** A path on this site. A trigger computes it, like those of the screenshots. */
	cover: ColumnType<string, never, never>
	release_date: string | null
	developers: string[]
	publishers: string[]
	genres: string[]
	platforms: string[]
	game_modes: string[]
	summary: string | null
	storyline: string | null
	description: string | null
	screenshot_sources: string[]
	screenshots: ColumnType<string[], never, never>
	no_image: Generated<boolean>
	websites: ColumnType<Website[], string, string>
	prominence: Generated<number>
	motif: Generated<string | null>
	palette: Generated<string | null>
	created_at: Timestamp
	updated_at: Timestamp
}

interface GameCountsTable {
	id: number
	prominence: ColumnType<number, never, never>
	name_key: ColumnType<string, never, never>
	rating_sum: Count
	rating_count: Count
	rating_counts: ColumnType<number[], never, never>
	reviews_week: Count
	reviews_month: Count
	reviews_year: Count
	reviews_total: Count
	wished_count: Count
	backlog_count: Count
	playing_count: Count
	played_count: Count
}

interface LibraryEntriesTable {
	user_id: string
	game_id: number
	status: LibraryStatus | null
	half_stars: number | null
	is_wished: boolean
	is_loved: boolean
	platform: string | null
	play_count: Count
	session_count: Count
	minutes_played: ColumnType<number | null, never, never>
	last_played_on: ColumnType<string | null, never, never>
	review_id: ColumnType<string | null, never, never>
	reviewed_platform: ColumnType<string | null, never, never>
	reviewed_hours: ColumnType<number | null, never, never>
	is_withdrawn: ColumnType<boolean, never, never>
	created_at: Timestamp
	updated_at: Timestamp
}

interface PlaysTable {
	id: string
	user_id: string
	game_id: number
	platform: string | null
	started_on: string | null
	ended_on: string | null
	outcome: PlayOutcome | null
	is_replay: boolean
	minutes: number | null
	note: string | null
	created_at: Timestamp
	updated_at: Timestamp
}

interface PlaySessionsTable {
	id: string
	user_id: string
	game_id: number
	play_id: string | null
	day: string
	minutes: number
	note: string | null
	source: string | null
	created_at: Timestamp
}

interface FeedLogsTable {
	id: string
	user_id: string
	game_id: number | null
	day: string | null
	status: LibraryStatus | null
	half_stars: number | null
	is_wished: boolean
	is_loved: boolean
	burst_id: string | null
	created_at: Timestamp
}

interface ReviewsTable {
	id: string
	game_id: number
	user_id: string
	half_stars: number
	platform: string
	time_played: number | null
	description: string
	game_name: string
	created_at: Timestamp
	updated_at: Timestamp
}

interface ReviewCountsTable {
	id: string
	game_id: ColumnType<number, never, never>
	user_id: ColumnType<string, never, never>
	created_at: ColumnType<Timestamp, never, never>
	likes: Count
	comment_count: Count
	views: Count
	impressions_week: Count
	impressions_month: Count
	impressions_year: Count
	impressions_total: Count
	engagements_week: Count
	engagements_month: Count
	engagements_year: Count
	engagements_total: Count
}

interface JobRunsTable {
	job: string
	process: string
	leased_until: Timestamp | null
	started_at: Timestamp
	finished_at: Timestamp | null
	duration_ms: number | null
	has_failed: Generated<boolean>
	succeeded_at: Timestamp | null
	failed_at: Timestamp | null
	error: string | null
}

interface ListsTable {
	id: string
	user_id: string
	title: string
	description: string | null
	game_count: Count
	created_at: Timestamp
	updated_at: Timestamp
}
