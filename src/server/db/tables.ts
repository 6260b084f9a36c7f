import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { LibraryStatus } from '#contract/library-entry.ts'
import type { ListVisibility } from '#contract/lists.ts'
import type { AppealState, LoggedAction } from '#contract/moderation.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { PlayOutcome } from '#contract/play.ts'
import type { Digest, PreferencesUpdate, SpoilerSetting } from '#contract/preferences.ts'
import type { RegistrationMode } from '#contract/registration.ts'
import type { ModerationReason, ReportReason, ReportSubject } from '#contract/report-reasons.ts'
import type { Role } from '#contract/roles.ts'
import type { SignInMethod } from '#contract/session-devices.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import type { StoredText } from './stored-text.ts'

/** The typed tables. The baseline in `migrations/` documents the columns. */
export interface Tables {
	users: UsersTable
	user_counts: UserCountsTable
	/** The public columns of users that are not being deleted, with their counts. */
	visible_users: VisibleUsersTable
	hidden_users: { user_id: string; since: Timestamp; is_kept: Generated<boolean> }
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
		purpose: 'sign-in' | 'connect' | 'reauthenticate' | 'second-factor'
		challenge: string | null
		expires_at: Timestamp
		provider: Generated<Provider | null>
		subject: Generated<string | null>
		session_id: Generated<string | null>
		method: Generated<'password' | Provider | null>
		tries: Generated<number>
	}
	passkeys: PasskeysTable
	authenticators: {
		user_id: string
		secret: Buffer
		created_at: Timestamp
		confirmed_at: Timestamp | null
		last_step: Generated<number>
	}
	recovery_codes: { user_id: string; hash: string; created_at: Timestamp }
	spent_challenges: { hash: string; expires_at: Timestamp }
	site_settings: SiteSettingsTable
	second_factor_duties: { role: 'moderator' | 'admin'; since: Generated<Timestamp> }
	site_secret: { is_only: Generated<boolean>; fingerprint: string }
	invites: InvitesTable
	registrations: RegistrationsTable
	unconfirmed_registrations: UnconfirmedRegistrationsTable
	blocked_email_domains: { domain: string; created_at: Timestamp }
	deleted_usernames: { hash: string; deleted_at: Timestamp }
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
	catalog_runs: CatalogRunsTable
	library_entries: LibraryEntriesTable
	plays: PlaysTable
	play_sessions: PlaySessionsTable
	favorites: { user_id: string; game_id: number; position: number }
	feed_logs: FeedLogsTable
	game_scores: { game_id: number; kind: 'platform' | 'hours'; key: string; rating_sum: Count; rating_count: Count }
	reviews: ReviewsTable
	review_counts: ReviewCountsTable
	review_likes: { review_id: string; user_id: string; created_at: Timestamp }
	blocks: { blocker_id: string; blocked_id: string; created_at: Timestamp }
	mutes: { muter_id: string; muted_id: string; created_at: Timestamp }
	/** Whom a viewer does not see, since one of the two has blocked the other. */
	blocked_pairs: { viewer_id: string; hidden_id: string }
	/** The blocked pairs, and whom a viewer has muted. */
	quiet_pairs: { viewer_id: string; hidden_id: string }
	follows: {
		follower_id: string
		followed_id: string
		created_at: Timestamp
		activities_before: Count
		activities_read: Count
		corrected_to: ColumnType<string, never, never>
	}
	feed_corrections: { id: ColumnType<string, never, never>; user_id: string; created_at: Timestamp; n: number }
	comments: CommentsTable
	comment_likes: { comment_id: string; user_id: string; created_at: Timestamp }
	lists: ListsTable
	list_counts: ListCountsTable
	list_likes: { list_id: string; user_id: string; created_at: Timestamp }
	list_items: {
		id: string
		list_id: string
		game_id: number
		position: number
		notes: ColumnType<StoredText, string, string>
		/** Whether the notes are as the copied list had them. */
		is_copied: Generated<boolean>
	}
	mentions: { subject: string; name: string; user_id: string }
	review_seen: { review_id: string; viewer: string; day: string; opened: boolean }
	activities: { id: string; user_id: string; kind: 'review' | 'comment' | 'list'; created_at: Timestamp }
	activity_reads: { reader_id: string; activity_id: string; user_id: string }
	preferences: PreferencesTable
	review_drafts: ReviewDraftsTable
	notification_mails: NotificationMailsTable
	notifications: NotificationsTable
	notification_events: {
		target: string
		source: string
		kind: NotificationKind
		user_id: string
		notification_id: string
		actor_id: string
		created_at: Timestamp
	}
	push_subscriptions: {
		id: Generated<string>
		user_id: string
		session_id: string
		endpoint: string
		host: string
		p256dh: string
		auth: string
		failures: Generated<number>
		created_at: Timestamp
	}
	push_deliveries: {
		notification_id: string
		subscription_id: string
		host: string
		attempts: Generated<number>
		created_at: Timestamp
		next_attempt_at: Timestamp | null
	}
	user_visits: { user_id: string; seen_on: string; seen_before: string | null }
	admin_accesses: AdminAccessesTable
	site_days: {
		day: string
		sign_ups: number
		reviews: number
		comments: number
		lists: number
		actives: number | null
		counted_at: Timestamp
	}
	removed_texts: {
		subject_id: string
		subject: 'review' | 'comment' | 'list'
		author_id: string
		owner_id: string
		action_id: string
		removed_at: Timestamp
	}
	ban_settlements: { user_id: string; since: Timestamp }
	removed_profiles: { user_id: string; action_id: string; bio: string | null; picture: string | null }
	moderation_cases: ModerationCasesTable
	reports: ReportsTable
	unconfirmed_reports: UnconfirmedReportsTable
	moderation_actions: ModerationActionsTable
	appeals: AppealsTable
	moderation_quarters: { quarter: string; kind: 'report' | 'action' | 'appeal'; key: string; n: number }
	blocked_words: { key: string; word: string; place: number }
	site_counts: { subject: 'users' | 'games' | 'reviews' | 'lists'; slot: number; n: number }
	windows: { today: string; next: string | null }
	job_runs: JobRunsTable
	game_days: { game_id: number; day: string; reviews: number }
	list_days: { list_id: string; day: string; engagements: number }
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
	role: Generated<Role>
	/** Set with the role. */
	role_since: ColumnType<Timestamp | null, never, Timestamp | null>
	email_verified_at: ColumnType<Timestamp | null, never, Timestamp | null>
	created_at: Timestamp
	deleted_at: Generated<Timestamp | null>
	banned_at: Generated<Timestamp | null>
	suspended_until: Generated<Timestamp | null>
	rules_version: Generated<number | null>
	rules_accepted_at: Generated<Timestamp | null>
}

interface ModerationCasesTable {
	subject_id: string
	subject: ReportSubject
	author_id: string | null
	snapshot: string
	report_count: Generated<number>
	open_count: Generated<number>
	reasons: Generated<string[]>
	opened_at: Timestamp | null
	closed_at: Timestamp | null
}

interface ReportsTable {
	id: string
	subject_id: string
	reason: ModerationReason
	text: string | null
	reporter_id: string | null
	email: string | null
	sender: string | null
	created_at: Timestamp
	closed_at: Generated<Timestamp | null>
	awaits_answer: Generated<boolean>
	email_confirmed: Generated<boolean>
}

interface UnconfirmedReportsTable {
	id: string
	token: string
	subject: ReportSubject
	subject_id: string
	reason: ReportReason
	text: string
	email: string
	sender: string
	networks: string[]
	created_at: Timestamp
	expires_at: Timestamp
}

interface ModerationActionsTable {
	id: string
	action: LoggedAction
	subject: ReportSubject
	subject_id: string
	author_id: string | null
	moderator_id: string | null
	reason: ModerationReason | null
	note: string | null
	snapshot: string | null
	title: string | null
	created_at: Timestamp
	until: Timestamp | null
	was_spoiler: boolean | null
	undone_at: Generated<Timestamp | null>
}

interface AppealsTable {
	id: string
	action_id: string
	text: string
	state: Generated<AppealState>
	answer: Generated<string | null>
	decided_by: Generated<string | null>
	created_at: Timestamp
	decided_at: Generated<Timestamp | null>
}

interface SiteSettingsTable {
	is_only: Generated<boolean>
	version: number
	name: string
	description: string | null
	rules: string | null
	rules_version: number
	rules_html: string | null
	rules_html_version: number | null
	contact_email: string | null
	accent: string | null
	registration: RegistrationMode | null
	members_invite: boolean
}

interface InvitesTable {
	code: string
	created_by: string | null
	uses: number
	used: Generated<number>
	created_at: Timestamp
	expires_at: Timestamp
	revoked_at: Generated<Timestamp | null>
}

interface RegistrationsTable {
	id: string
	username: string | null
	email: string
	email_key: string
	password_hash: string | null
	name: string | null
	provider: Provider | null
	subject: string | null
	email_verified: Generated<boolean>
	reason: string | null
	rules_version: number | null
	networks: string[]
	created_at: Timestamp
	expires_at: Timestamp
}

interface UnconfirmedRegistrationsTable {
	id: string
	token: string
	username: string | null
	email: string
	password_hash: string | null
	name: string | null
	provider: Provider | null
	subject: string | null
	reason: string | null
	rules_version: number | null
	networks: string[]
	created_at: Timestamp
	expires_at: Timestamp
}

interface UserCountsTable {
	id: string
	username_key: ColumnType<string, never, never>
	review_count: Count
	follower_count: Count
	following_count: Count
	/** Of the public lists; `hidden_list_count` of the others. */
	list_count: Count
	hidden_list_count: Count
	impressions_week: Count
	impressions_month: Count
	impressions_year: Count
	impressions_total: Count
	activity_count: Count
	fed_at: ColumnType<string | null, never, never>
}

type VisibleUsersTable = Pick<UsersTable, 'id' | 'username' | 'picture' | 'bio' | 'created_at' | 'needs_username'> &
	Omit<UserCountsTable, 'id' | 'fed_at' | 'hidden_list_count'>

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
	/** When a second factor, or a recovery code in its place, last proved it. */
	factor_proved_at: Timestamp | null
	method: Generated<SignInMethod | null>
	second_factor: Generated<boolean>
}

interface PasskeysTable {
	id: string
	user_id: string
	credential_id: string
	public_key: Buffer
	/** A bigint, which the driver returns as text. */
	counter: ColumnType<string, number, number>
	transports: string[]
	name: string
	created_at: Timestamp
	last_used_at: Timestamp | null
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

/** What an import has done so far. */
export interface CatalogRunProgress {
	added?: number
	joined?: number
	changed?: number
	unchanged?: number
	unsure?: number
	refused?: number
	/** Hidden games that the source no longer has. */
	withdrawn?: number
	/** 0 to 1; null if the source cannot tell. */
	fraction?: number | null
	refusals?: { position: string; reason: string }[]
}

interface CatalogRunsTable {
	id: string
	source: string
	refresh: boolean
	from_start: boolean
	state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
	created_at: Timestamp
	started_at: Generated<Timestamp | null>
	ended_at: Generated<Timestamp | null>
	cancelled_at: Generated<Timestamp | null>
	progress: ColumnType<CatalogRunProgress, string | undefined, string>
	failures: Generated<number>
	error: Generated<string | null>
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

interface ReviewDraftsTable {
	user_id: string
	game_id: number
	half_stars: number | null
	platform: string | null
	time_played: number | null
	description: string
	contains_spoilers: Generated<boolean>
	version: Generated<number>
	device: string | null
	updated_at: Timestamp
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
	description: ColumnType<StoredText, string, string>
	contains_spoilers: Generated<boolean>
	mentioned: Generated<string[]>
	game_name: string
	/** Null: that of `created_at` in UTC. */
	day: string | null
	created_at: Timestamp
	updated_at: Timestamp
	withdrawn: Generated<boolean>
	spoiler_locked: Generated<boolean>
}

interface ReviewCountsTable {
	id: string
	game_id: ColumnType<number, never, never>
	user_id: ColumnType<string, never, never>
	created_at: ColumnType<Timestamp, never, never>
	likes: Count
	comment_count: Count
	reply_count: Count
	place_count: Count
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

interface AdminAccessesTable {
	id: string
	admin_id: string
	kind: 'search' | 'role'
	search: string | null
	subject_id: string | null
	role: Role | null
	created_at: Timestamp
}

interface JobRunsTable {
	job: string
	process: string
	requested_at: Generated<Timestamp | null>
	leased_until: Timestamp | null
	started_at: Timestamp
	finished_at: Timestamp | null
	duration_ms: number | null
	has_failed: Generated<boolean>
	succeeded_at: Timestamp | null
	failed_at: Timestamp | null
	error: string | null
}

interface CommentsTable {
	id: string
	review_id: string | null
	list_id: Generated<string | null>
	parent_id: Generated<string | null>
	user_id: string | null
	content: ColumnType<StoredText, string, string>
	contains_spoilers: Generated<boolean>
	mentioned: Generated<string[]>
	likes: Count
	reply_count: Count
	created_at: Timestamp
	edited_at: Generated<Timestamp | null>
	removed_at: ColumnType<string | null, never, never>
	withdrawn: Generated<boolean>
	spoiler_locked: Generated<boolean>
}

interface PreferencesTable {
	user_id: string
	spoilers: Generated<SpoilerSetting>
	digest: Generated<Digest>
	notifications: ColumnType<PreferencesUpdate['notifications'], string | undefined, string>
	stopped_digest: Generated<Exclude<Digest, 'never'> | null>
	stopped_mails: Generated<string[] | null>
}

interface NotificationMailsTable {
	user_id: string
	mailed_at: Timestamp | null
	digested_at: Timestamp | null
}

interface NotificationsTable {
	id: Generated<string>
	user_id: string
	kind: NotificationKind
	target: string
	text: string | null
	actor_count: Count
	is_read: Generated<boolean>
	on_site: Generated<boolean>
	mail_due: Generated<boolean>
	push_due: Generated<boolean>
	mail_at: Generated<Timestamp | null>
	digest_at: Generated<Timestamp | null>
	created_at: Timestamp
}

interface ListsTable {
	id: string
	user_id: string
	title: string
	description: ColumnType<StoredText | null, string | null, string | null>
	mentioned: Generated<string[]>
	visibility: Generated<ListVisibility>
	is_ranked: Generated<boolean>
	tags: Generated<string[]>
	tag_keys: Generated<string[]>
	copied_from: Generated<string | null>
	/** Whether the description is as the copied list had it. */
	is_description_copied: Generated<boolean>
	game_count: Count
	created_at: Timestamp
	updated_at: Timestamp
	withdrawn: Generated<boolean>
}

interface ListCountsTable {
	id: string
	user_id: ColumnType<string, never, never>
	created_at: ColumnType<Timestamp, never, never>
	is_public: ColumnType<boolean, never, never>
	likes: Count
	comment_count: Count
	reply_count: Count
	place_count: Count
	engagements_week: Count
	engagements_month: Count
	engagements_year: Count
	engagements_total: Count
}
