import type { ColumnType, Generated } from 'kysely'
import type { PlayTime } from '#contract/check-play-report.ts'
import type { EditableFact } from '#contract/editable-facts.ts'
import type { GameKind } from '#contract/game-kinds.ts'
import type { Import, ImportFrom, ImportMapping, StatusMeaning } from '#contract/imports.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import type { CatalogAction, LoggedAction } from '#contract/moderation.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { ReportedGame } from '#contract/play-reports.ts'
import type { PreferencesUpdate } from '#contract/preferences.ts'
import type { ModerationReason, ReportReason } from '#contract/report-reasons.ts'
import type { Role } from '#contract/roles.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import type { StoredText } from './stored-text.ts'

/** ISO 8601 in UTC with milliseconds, when reading and writing. */
export type Timestamp = string

/** A value that only triggers and functions write. */
type Kept<T> = ColumnType<T, never, never>

/** JSON that is written as text. */
type Json<T> = ColumnType<T, string, string>

/** What the types of PostgreSQL do not say of these columns. */
export interface ColumnTypes {
	'admin_accesses.role': Role | null
	'catalog_runs.progress': ColumnType<CatalogRunProgress, string | undefined, string>
	'client_games.named_as': Json<ReportedGame>
	'comments.content': ColumnType<StoredText, string, string>
	'comments.likes': Kept<number>
	'comments.removed_at': Kept<Timestamp | null>
	'comments.reply_count': Kept<number>
	'deletions.rows_deleted': Kept<string>
	'deletions.rows_total': Kept<string>
	'feed_logs.status': LibraryStatus | null
	'follows.activities_before': Kept<number>
	'follows.activities_read': Kept<number>
	'follows.corrected_to': Kept<string>
	'game_changes.facts': Json<ChangedFacts>
	'game_changes.said': ColumnType<SaidFacts | null, string | null, never>
	'game_records.facts': Json<StoredFacts>
	'game_bits.bits': Kept<string>
	'game_scores.kind': Kept<'platform' | 'hours'>
	'games.cover': Kept<string>
	'games.kind': Generated<GameKind>
	'games.screenshots': Kept<string[]>
	'games.websites': Json<Website[]>
	'import_changes.after': Json<object | null>
	'import_changes.before': Json<object | null>
	'import_lists.item': Json<object>
	'import_rows.candidates': Json<{ gameId: number; why: string }[]>
	'import_rows.errors': Json<{ column: string; message: string }[]>
	'import_rows.item': ColumnType<object | null, string | null, string | null>
	'imports.counts': Json<Partial<Import['counts']>>
	'imports.csv': ColumnType<Omit<NonNullable<Import['csv']>, 'mapping'> | null, string | null, string | null>
	'imports.mapping': ColumnType<ImportMapping | null, string | null, string | null>
	'imports.meanings': Json<Record<string, StatusMeaning | null>>
	'imports.source': ImportFrom
	'imports.words': Json<{ theirs: string; rows: number }[]>
	'library_entries.is_withdrawn': Kept<boolean>
	'library_entries.last_played_on': Kept<string | null>
	'library_entries.minutes_played': Kept<number | null>
	'library_entries.play_count': Kept<number>
	'library_entries.review_id': Kept<string | null>
	'library_entries.reviewed_hours': Kept<number | null>
	'library_entries.reviewed_platform': Kept<string | null>
	'library_entries.session_count': Kept<number>
	'list_items.notes': ColumnType<StoredText, string, string>
	'lists.description': ColumnType<StoredText | null, string | null, string | null>
	'lists.game_count': Kept<number>
	'login_tickets.provider': Generated<Provider | null>
	'mail_tokens.email': ColumnType<string | null, string | undefined, never>
	'moderation_actions.action': LoggedAction | CatalogAction
	'moderation_actions.reason': ModerationReason | null
	'notification_events.kind': NotificationKind
	'notifications.actor_count': Kept<number>
	// A bigint, which the driver reads as text
	'passkeys.counter': ColumnType<string, number, number>
	'preferences.notifications': ColumnType<PreferencesUpdate['notifications'], string | undefined, string>
	'reports.reason': ModerationReason
	'reviews.description': ColumnType<StoredText, string, string>
	'site_counts.subject': 'users' | 'games' | 'reviews' | 'lists'
	'tokens.scopes': TokenScope[]
	'unconfirmed_reports.reason': ReportReason
	'unmatched_reports.time': Json<PlayTime>
	'users.email_verified_at': ColumnType<Timestamp | null, never, Timestamp | null>
	'users.role_since': ColumnType<Timestamp | null, never, Timestamp | null>
}

export interface Website {
	url: string
	category: string
}

/** What was shown of facts before and after a change. */
export type ChangedFacts = Partial<Record<EditableFact, { before: string[]; after: string[] }>>

/** What an edit made the site say of facts; a side without a value said nothing. */
export type SaidFacts = Partial<Record<EditableFact, { before?: unknown; after?: unknown }>>

/** The non-empty facts of a record. Of the site's record null and empty lists say that there is none. */
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
	/** Null in an edit: there is none. */
	series?: string | null
	kind?: GameKind
	editionOf?: string
	timeToBeat?: { finished?: number; completed?: number }
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
