// Written by `npm run tables` from the schema. The migrations document the columns.

import type { ColumnType, Generated } from 'kysely'
import type { ColumnTypes, Timestamp } from './column-types.ts'

export interface StoredTables {
	activities: {
		id: string
		user_id: string | null
		kind: 'review' | 'comment' | 'list'
		created_at: Timestamp
	}
	activity_reads: {
		reader_id: string
		activity_id: string
		user_id: string
	}
	admin_accesses: {
		id: string
		admin_id: string
		kind: 'search' | 'role'
		search: string | null
		subject_id: string | null
		role: ColumnTypes['admin_accesses.role']
		created_at: Timestamp
	}
	appeals: {
		id: string
		action_id: string
		text: string
		state: Generated<'open' | 'upheld' | 'granted'>
		answer: string | null
		decided_by: string | null
		created_at: Timestamp
		decided_at: Timestamp | null
	}
	authenticators: {
		user_id: string
		secret: Buffer
		created_at: Timestamp
		confirmed_at: Timestamp | null
		last_step: Generated<number>
	}
	ban_settlements: {
		user_id: string
		since: Timestamp
	}
	blocked_email_domains: {
		domain: string
		created_at: Timestamp
	}
	blocked_words: {
		key: string
		word: string
		place: number
	}
	blocks: {
		blocker_id: string
		blocked_id: string
		created_at: Timestamp
	}
	browse_state: {
		rating_sum: string
		rating_count: string
		prior: number
		scored_up_to: number
	}
	browsed_games: {
		id: number
		name_key: string
		release_date: string | null
		by_prominence: number
		by_players: number
		rating_sum: number
		rating_count: number
		average: number | null
		by_score: number | null
		by_minutes: number | null
	}
	catalog_runs: {
		id: string
		source: string
		refresh: boolean
		from_start: boolean
		state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
		created_at: Timestamp
		started_at: Timestamp | null
		ended_at: Timestamp | null
		cancelled_at: Timestamp | null
		progress: ColumnTypes['catalog_runs.progress']
		failures: Generated<number>
		error: string | null
	}
	catalogue_imports: {
		source: string
		begun_at: Timestamp | null
		checkpoint: string | null
		since: Timestamp | null
		read_at: Timestamp | null
	}
	catalogue_loads: {
		source: string
		content_hash: string
		loaded_at: Timestamp
	}
	catalogue_met: {
		record_id: number
	}
	changed_browse: {
		id: number
	}
	changed_rankings: {
		subject: 'review' | 'list' | 'game' | 'user'
		id: string
	}
	changed_times: {
		game_id: number
	}
	client_games: {
		id: string
		user_id: string
		client: string
		key: string
		named_as: ColumnTypes['client_games.named_as']
		game_id: number | null
		is_ignored: Generated<boolean>
		total_seconds: number | null
		reported_at: Timestamp
	}
	comment_likes: {
		comment_id: string
		user_id: string
		created_at: Timestamp
	}
	comments: {
		id: string
		review_id: string | null
		user_id: string | null
		content: ColumnTypes['comments.content']
		likes: ColumnTypes['comments.likes']
		created_at: Timestamp
		parent_id: string | null
		list_id: string | null
		contains_spoilers: Generated<boolean>
		reply_count: ColumnTypes['comments.reply_count']
		edited_at: Timestamp | null
		removed_at: ColumnTypes['comments.removed_at']
		mentioned: Generated<string[]>
		spoiler_locked: Generated<boolean>
		state: Generated<'published' | 'withdrawn' | 'held' | 'removed' | 'purging'>
	}
	day_changes: {
		kind: ColumnType<string, never, never>
		id: ColumnType<string, never, never>
	}
	deleted_usernames: {
		hash: string
		deleted_at: Timestamp
	}
	deletions: {
		code: string
		requested_at: Timestamp
		completed_at: Timestamp | null
		subject: Generated<'account' | 'connection'>
		account_id: string | null
		rows_total: ColumnTypes['deletions.rows_total']
		rows_deleted: ColumnTypes['deletions.rows_deleted']
	}
	dismissals: {
		user_id: string
		game_id: number
		created_at: Timestamp
	}
	favorites: {
		user_id: string
		game_id: number
		position: number
	}
	feed_corrections: {
		id: Generated<string>
		user_id: string
		created_at: Timestamp
		n: number
	}
	feed_logs: {
		id: string
		user_id: string
		game_id: number | null
		day: string | null
		status: ColumnTypes['feed_logs.status']
		half_stars: number | null
		is_wished: Generated<boolean>
		is_loved: Generated<boolean>
		burst_id: string | null
		created_at: Timestamp
	}
	follows: {
		follower_id: string
		followed_id: string
		created_at: Timestamp
		activities_before: ColumnTypes['follows.activities_before']
		activities_read: ColumnTypes['follows.activities_read']
		corrected_to: ColumnTypes['follows.corrected_to']
	}
	game_bits: {
		facet: string
		value: string
		block: number
		label: string
		bits: ColumnTypes['game_bits.bits']
	}
	game_changes: {
		id: Generated<number>
		game_id: number
		kind: 'edit' | 'import' | 'merge'
		source: string | null
		action_id: string | null
		undoes: string | null
		facts: ColumnTypes['game_changes.facts']
		said: ColumnTypes['game_changes.said']
		created_at: Timestamp
	}
	game_counts: {
		id: ColumnType<number, never, never>
		prominence: ColumnType<number, never, never>
		name_key: ColumnType<string, never, never>
		rating_sum: ColumnType<number, never, never>
		rating_count: ColumnType<number, never, never>
		rating_counts: ColumnType<number[], never, never>
		reviews_week: ColumnType<number, never, never>
		reviews_month: ColumnType<number, never, never>
		reviews_year: ColumnType<number, never, never>
		reviews_total: ColumnType<number, never, never>
		counted_on: ColumnType<string | null, never, never>
		wished_count: ColumnType<number, never, never>
		backlog_count: ColumnType<number, never, never>
		playing_count: ColumnType<number, never, never>
		played_count: ColumnType<number, never, never>
	}
	game_days: {
		game_id: number
		day: string
		reviews: Generated<number>
	}
	game_external_ids: {
		source: string
		id: string
		record_id: number
	}
	game_neighbors: {
		game_id: number
		neighbors: number[]
		similarities: number[]
		people: number[]
	}
	game_pairs: {
		one: number
		other: number
		reason: string
		kept_apart: Generated<boolean>
		noted_at: Timestamp
	}
	game_rankings: {
		id: number
		prominence: number
		name_key: string
		rating_count: number
		reviews_week: number
		reviews_month: number
		reviews_year: number
		reviews_total: number
	}
	game_records: {
		id: Generated<number>
		source: string
		source_id: string
		game_id: number
		facts_hash: string
		facts: ColumnTypes['game_records.facts']
		withdrawn: Generated<boolean>
	}
	game_releases: {
		id: string
		game_id: number
		day: string
		told_up_to: string | null
		finished_at: Timestamp | null
	}
	game_scores: {
		game_id: ColumnType<number, never, never>
		kind: ColumnTypes['game_scores.kind']
		key: ColumnType<string, never, never>
		rating_sum: ColumnType<number, never, never>
		rating_count: ColumnType<number, never, never>
	}
	game_search: {
		game_id: number
		key: string
		joined: string
		words: string
		word_count: number
		hidden: Generated<boolean>
		is_popular: Generated<boolean>
	}
	game_suggestions: {
		id: string
		user_id: string | null
		name: string
		name_key: string
		release_year: number | null
		platforms: Generated<string[]>
		developers: Generated<string[]>
		url: string | null
		note: string | null
		created_at: Timestamp
		decision: 'accept' | 'refuse' | 'same' | null
		game_id: number | null
		decided_by: string | null
		decided_at: Timestamp | null
	}
	game_weights: {
		game_id: number
		games: number[]
		weights: number[]
	}
	game_word_slips: {
		slip: string
		word: string
	}
	games: {
		id: Generated<number>
		source: string
		source_id: string
		facts_hash: string
		name: string
		cover_source: string | null
		release_date: string | null
		developers: Generated<string[]>
		publishers: Generated<string[]>
		genres: Generated<string[]>
		platforms: Generated<string[]>
		game_modes: Generated<string[]>
		summary: string | null
		storyline: string | null
		description: string | null
		screenshot_sources: Generated<string[]>
		websites: ColumnTypes['games.websites']
		created_at: Timestamp
		updated_at: Timestamp
		sources: Generated<string[]>
		hidden: Generated<boolean>
		no_image: Generated<boolean>
		cover: ColumnTypes['games.cover']
		screenshots: ColumnTypes['games.screenshots']
		prominence: Generated<number>
		motif: string | null
		palette: string | null
		series: string | null
		series_slug: string | null
		kind: ColumnTypes['games.kind']
		edition_of_source: string | null
		edition_of_source_id: string | null
	}
	hidden_users: {
		user_id: string
	}
	idempotency_keys: {
		hash: string
		made: string
		created_at: Timestamp
	}
	import_changes: {
		import_id: string
		batch: number
		id: number
		subject: 'entry' | 'play' | 'session' | 'review' | 'draft' | 'list' | 'list_games' | 'favorites'
		before: ColumnTypes['import_changes.before']
		after: ColumnTypes['import_changes.after']
	}
	import_files: {
		import_id: string
		piece: number
		bytes: Buffer
	}
	import_keys: {
		user_id: string
		kind: 'play' | 'session' | 'list'
		key: string
		subject_id: string
	}
	import_lists: {
		import_id: string
		place: number
		item: ColumnTypes['import_lists.item']
	}
	import_rows: {
		import_id: string
		row: number
		line: number
		title: string
		item: ColumnTypes['import_rows.item']
		match: 'sure' | 'unsure' | 'none'
		is_by_id: Generated<boolean>
		game_id: number | null
		candidates: ColumnTypes['import_rows.candidates']
		decision: 'take' | 'skip' | null
		effect: 'add' | 'change' | 'leave' | null
		errors: ColumnTypes['import_rows.errors']
	}
	imports: {
		id: string
		user_id: string
		source: ColumnTypes['imports.source']
		file_name: string | null
		hash: string
		state: 'reading' | 'matching' | 'preview' | 'applying' | 'stopped' | 'applied' | 'undoing' | 'undone' | 'failed'
		position: Generated<number>
		is_matched: Generated<boolean>
		mapping: ColumnTypes['imports.mapping']
		meanings: ColumnTypes['imports.meanings']
		conflicts: Generated<'mine' | 'theirs' | 'newer'>
		reviews: Generated<'publish' | 'drafts'>
		words: ColumnTypes['imports.words']
		counts: ColumnTypes['imports.counts']
		csv: ColumnTypes['imports.csv']
		notes: Generated<string[]>
		error: string | null
		failures: Generated<number>
		created_at: Timestamp
		applied_at: Timestamp | null
		undo_until: Timestamp | null
	}
	invites: {
		code: string
		created_by: string | null
		uses: number
		used: Generated<number>
		created_at: Timestamp
		expires_at: Timestamp
		revoked_at: Timestamp | null
	}
	job_runs: {
		job: string
		process: string
		leased_until: Timestamp | null
		started_at: Timestamp
		finished_at: Timestamp | null
		duration_ms: number | null
		has_failed: Generated<boolean>
		failed_at: Timestamp | null
		error: string | null
		succeeded_at: Timestamp | null
		requested_at: Timestamp | null
	}
	known_addresses: {
		user_id: string
		address_hash: string
		last_used_at: Timestamp
	}
	library_entries: {
		user_id: string
		game_id: number
		status: 'backlog' | 'playing' | 'paused' | 'played' | 'finished' | 'completed' | 'abandoned' | null
		half_stars: number | null
		is_wished: Generated<boolean>
		is_loved: Generated<boolean>
		platform: string | null
		play_count: ColumnTypes['library_entries.play_count']
		session_count: ColumnTypes['library_entries.session_count']
		minutes_played: ColumnTypes['library_entries.minutes_played']
		last_played_on: ColumnTypes['library_entries.last_played_on']
		review_id: ColumnTypes['library_entries.review_id']
		reviewed_platform: ColumnTypes['library_entries.reviewed_platform']
		reviewed_hours: ColumnTypes['library_entries.reviewed_hours']
		is_withdrawn: ColumnTypes['library_entries.is_withdrawn']
		created_at: Timestamp
		updated_at: Timestamp
	}
	list_counts: {
		id: ColumnType<string, never, never>
		comment_count: ColumnType<number, never, never>
		reply_count: ColumnType<number, never, never>
		user_id: ColumnType<string | null, never, never>
		created_at: ColumnType<Timestamp | null, never, never>
		is_public: ColumnType<boolean, never, never>
		likes: ColumnType<number, never, never>
		engagements_week: ColumnType<number, never, never>
		engagements_month: ColumnType<number, never, never>
		engagements_year: ColumnType<number, never, never>
		engagements_total: ColumnType<number, never, never>
		counted_on: ColumnType<string | null, never, never>
		tombstone_count: ColumnType<number, never, never>
	}
	list_days: {
		list_id: string
		day: string
		engagements: Generated<number>
	}
	list_items: {
		id: string
		list_id: string
		game_id: number
		position: number
		notes: ColumnTypes['list_items.notes']
		is_copied: Generated<boolean>
	}
	list_likes: {
		list_id: string
		user_id: string
		created_at: Timestamp
	}
	list_rankings: {
		id: string
		user_id: string | null
		created_at: Timestamp | null
		is_public: boolean
		engagements_week: number
		engagements_month: number
		engagements_year: number
		engagements_total: number
	}
	lists: {
		id: string
		user_id: string
		title: string
		description: ColumnTypes['lists.description']
		game_count: ColumnTypes['lists.game_count']
		created_at: Timestamp
		updated_at: Timestamp
		mentioned: Generated<string[]>
		visibility: Generated<'public' | 'unlisted' | 'private'>
		is_ranked: Generated<boolean>
		tags: Generated<string[]>
		tag_keys: Generated<string[]>
		copied_from: string | null
		is_description_copied: Generated<boolean>
		words: string | null
		state: Generated<'published' | 'withdrawn' | 'held' | 'removed' | 'purging'>
		is_quiet: Generated<boolean>
	}
	login_tickets: {
		hash: string
		user_id: string
		challenge: string | null
		expires_at: Timestamp
		provider: ColumnTypes['login_tickets.provider']
		subject: string | null
		session_id: string | null
		purpose: Generated<'sign-in' | 'connect' | 'reauthenticate' | 'second-factor'>
		method: 'password' | 'google' | 'facebook' | null
		tries: Generated<number>
	}
	mail_tokens: {
		hash: string
		user_id: string
		purpose: 'reset-password' | 'verify-email' | 'change-email'
		email_key: string
		created_at: Timestamp
		expires_at: Timestamp
		email: ColumnTypes['mail_tokens.email']
	}
	mailbox_counts: {
		subject: string
		sent: Timestamp[]
		last_sent_at: Timestamp
	}
	mentions: {
		subject: string
		name: string
		user_id: string
	}
	merged_games: {
		id: number
		game_id: number
	}
	moderation_actions: {
		id: string
		action: ColumnTypes['moderation_actions.action']
		subject: 'review' | 'comment' | 'list' | 'user' | 'game' | 'suggestion'
		subject_id: string
		author_id: string | null
		moderator_id: string | null
		reason: ColumnTypes['moderation_actions.reason']
		note: string | null
		snapshot: string | null
		title: string | null
		created_at: Timestamp
		until: Timestamp | null
		was_spoiler: boolean | null
		undone_at: Timestamp | null
	}
	moderation_cases: {
		subject_id: string
		subject: 'review' | 'comment' | 'list' | 'user'
		author_id: string | null
		snapshot: string
		report_count: Generated<number>
		open_count: Generated<number>
		reasons: Generated<string[]>
		opened_at: Timestamp | null
		closed_at: Timestamp | null
	}
	moderation_quarters: {
		quarter: string
		kind: 'report' | 'action' | 'appeal'
		key: string
		n: number
	}
	mutes: {
		muter_id: string
		muted_id: string
		created_at: Timestamp
	}
	notification_events: {
		target: string
		source: string
		kind: ColumnTypes['notification_events.kind']
		user_id: string
		notification_id: string
		actor_id: string
		created_at: Timestamp
	}
	notification_mails: {
		user_id: string
		mailed_at: Timestamp | null
		digested_at: Timestamp | null
	}
	notifications: {
		id: Generated<string>
		user_id: string
		kind: 'review_like' | 'comment_like' | 'list_like' | 'comment' | 'reply' | 'mention' | 'follow' | 'list_copy' | 'moderation' | 'suggestion' | 'import' | 'release'
		target: string
		text: string | null
		actor_count: ColumnTypes['notifications.actor_count']
		is_read: Generated<boolean>
		created_at: Timestamp
		on_site: Generated<boolean>
		mail_due: Generated<boolean>
		push_due: Generated<boolean>
		mail_at: Timestamp | null
		digest_at: Timestamp | null
	}
	outgoing_mails: {
		id: string
		sealed: Buffer
		sealed_by: string
		user_id: string | null
		link: string | null
		created_at: Timestamp
		expires_at: Timestamp
		next_attempt_at: Timestamp
		attempts: Generated<number>
		last_error: string | null
		claim: string | null
		leased_until: Timestamp | null
	}
	passkeys: {
		id: string
		user_id: string
		credential_id: string
		public_key: Buffer
		counter: ColumnTypes['passkeys.counter']
		transports: string[]
		name: string
		created_at: Timestamp
		last_used_at: Timestamp | null
	}
	past_days: {
		day: string
	}
	past_game_rankings: {
		day: string
		period: 'week' | 'month' | 'year' | 'all'
		place: number
		game_id: number
		count: number
	}
	past_review_rankings: {
		day: string
		period: 'week' | 'month' | 'year' | 'all'
		place: number
		review_id: string
		count: number
	}
	past_user_rankings: {
		day: string
		period: 'week' | 'month' | 'year' | 'all'
		place: number
		user_id: string
		count: number
	}
	play_clients: {
		user_id: string
		client: string
		last_key: string | null
		last_report_at: Timestamp | null
	}
	play_reports: {
		user_id: string
		client: string
		key: string
		session_id: string | null
	}
	play_sessions: {
		id: string
		user_id: string
		game_id: number
		play_id: string | null
		day: string | null
		minutes: number
		note: string | null
		source: string | null
		created_at: Timestamp
		started_at: Timestamp | null
	}
	playing_now: {
		user_id: string
		client: string
		game_id: number
		since: Timestamp
		until: Timestamp
	}
	plays: {
		id: string
		user_id: string
		game_id: number
		platform: string | null
		started_on: string | null
		ended_on: string | null
		outcome: 'finished' | 'completed' | 'abandoned' | null
		is_replay: boolean
		minutes: number | null
		note: string | null
		created_at: Timestamp
		updated_at: Timestamp
	}
	postponements: {
		user_id: string
		game_id: number
		created_at: Timestamp
	}
	preferences: {
		user_id: string
		spoilers: Generated<'hide' | 'progress' | 'show'>
		digest: Generated<'never' | 'daily' | 'weekly'>
		notifications: ColumnTypes['preferences.notifications']
		stopped_digest: 'daily' | 'weekly' | null
		stopped_mails: string[] | null
		is_taste_shown: Generated<boolean>
	}
	purges: {
		id: string
		subject: 'user' | 'review' | 'comment' | 'list'
		since: Timestamp
	}
	push_deliveries: {
		notification_id: string
		subscription_id: string
		host: string
		attempts: Generated<number>
		created_at: Timestamp
		next_attempt_at: Timestamp | null
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
	recommendation_models: {
		id: Generated<boolean>
		fitted_at: Timestamp
		people: number
		likes: number
	}
	recovery_codes: {
		user_id: string
		hash: string
		created_at: Timestamp
	}
	registrations: {
		id: string
		username: string | null
		email: string
		email_key: string
		password_hash: string | null
		name: string | null
		provider: 'google' | 'facebook' | null
		subject: string | null
		email_verified: Generated<boolean>
		reason: string | null
		rules_version: number | null
		created_at: Timestamp
		expires_at: Timestamp
		networks: Generated<string[]>
	}
	removed_profiles: {
		user_id: string
		action_id: string
		bio: string | null
		picture: string | null
	}
	reports: {
		id: string
		subject_id: string
		reason: ColumnTypes['reports.reason']
		text: string | null
		reporter_id: string | null
		email: string | null
		sender: string | null
		created_at: Timestamp
		closed_at: Timestamp | null
		awaits_answer: Generated<boolean>
		email_confirmed: Generated<boolean>
	}
	review_counts: {
		id: ColumnType<string, never, never>
		game_id: ColumnType<number, never, never>
		user_id: ColumnType<string, never, never>
		created_at: ColumnType<Timestamp, never, never>
		likes: ColumnType<number, never, never>
		comment_count: ColumnType<number, never, never>
		views: ColumnType<number, never, never>
		impressions_week: ColumnType<number, never, never>
		impressions_month: ColumnType<number, never, never>
		impressions_year: ColumnType<number, never, never>
		impressions_total: ColumnType<number, never, never>
		engagements_week: ColumnType<number, never, never>
		engagements_month: ColumnType<number, never, never>
		engagements_year: ColumnType<number, never, never>
		engagements_total: ColumnType<number, never, never>
		counted_on: ColumnType<string | null, never, never>
		reply_count: ColumnType<number, never, never>
		is_published: ColumnType<boolean, never, never>
		tombstone_count: ColumnType<number, never, never>
	}
	review_days: {
		review_id: string
		day: string
		engagements: Generated<number>
		impressions: Generated<number>
	}
	review_drafts: {
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
	review_likes: {
		review_id: string
		user_id: string
		created_at: Timestamp
	}
	review_rankings: {
		id: string
		game_id: number
		user_id: string
		created_at: Timestamp
		is_published: boolean
		likes: number
		views: number
		engagements_week: number
		engagements_month: number
		engagements_year: number
		engagements_total: number
		impressions_week: number
		impressions_month: number
		impressions_year: number
		impressions_total: number
	}
	review_search: {
		review_id: ColumnType<string, never, never>
		words: ColumnType<string, never, never>
		version: ColumnType<number, never, never>
	}
	review_seen: {
		review_id: string
		viewer: string
		day: string
		opened: boolean
	}
	reviews: {
		id: string
		game_id: number
		user_id: string
		half_stars: number
		platform: string
		time_played: number | null
		description: ColumnTypes['reviews.description']
		game_name: string
		created_at: Timestamp
		updated_at: Timestamp
		contains_spoilers: Generated<boolean>
		mentioned: Generated<string[]>
		spoiler_locked: Generated<boolean>
		day: string | null
		state: Generated<'published' | 'withdrawn' | 'held' | 'removed' | 'purging'>
		is_quiet: Generated<boolean>
	}
	second_factor_duties: {
		role: 'moderator' | 'admin'
		since: Generated<Timestamp>
	}
	sessions: {
		id: string
		user_id: string
		generation: Generated<number>
		device: string
		created_at: Timestamp
		rotated_at: Timestamp
		ended_at: Timestamp | null
		proved_at: Timestamp | null
		method: 'password' | 'passkey' | 'google' | 'facebook' | null
		second_factor: Generated<boolean>
		factor_proved_at: Timestamp | null
	}
	sign_in_failures: {
		subject: string
		failures: number
		since: Timestamp
	}
	site_counts: {
		subject: ColumnTypes['site_counts.subject']
		slot: number
		n: number
	}
	site_days: {
		day: string
		sign_ups: number
		reviews: number
		comments: number
		lists: number
		actives: number | null
		counted_at: Timestamp
	}
	site_secret: {
		is_only: Generated<boolean>
		fingerprint: string
	}
	site_settings: {
		is_only: Generated<boolean>
		version: number
		name: string
		description: string | null
		rules: string | null
		rules_version: number
		contact_email: string | null
		accent: string | null
		registration: 'open' | 'approval' | 'invite' | 'closed' | null
		members_invite: boolean
		rules_html: string | null
		rules_html_version: number | null
		catalog_growth: Generated<'members' | 'moderators' | 'off'>
	}
	social_accounts: {
		provider: 'google' | 'facebook'
		subject: string
		user_id: string
		connected_at: Timestamp
	}
	spent_challenges: {
		hash: string
		expires_at: Timestamp
	}
	spent_social_sign_ins: {
		hash: string
		expires_at: Timestamp
	}
	times_to_beat: {
		game_id: number
		finished: number | null
		completed: number | null
		people: Generated<number>
		catalog_finished: number | null
		catalog_completed: number | null
		catalog_source: string | null
	}
	tokens: {
		id: string
		user_id: string
		hash: string
		name: string
		scopes: ColumnTypes['tokens.scopes']
		created_at: Timestamp
		last_used_at: Timestamp | null
		expires_at: Timestamp | null
	}
	unconfirmed_registrations: {
		id: string
		token: string
		username: string | null
		email: string
		password_hash: string | null
		name: string | null
		provider: 'google' | 'facebook' | null
		subject: string | null
		reason: string | null
		rules_version: number | null
		networks: string[]
		created_at: Timestamp
		expires_at: Timestamp
	}
	unconfirmed_reports: {
		id: string
		token: string
		subject: 'review' | 'comment' | 'list' | 'user'
		subject_id: string
		reason: ColumnTypes['unconfirmed_reports.reason']
		text: string
		email: string
		sender: string
		networks: string[]
		created_at: Timestamp
		expires_at: Timestamp
	}
	unmatched_reports: {
		id: Generated<string>
		client_game_id: string
		key: string
		total_seconds: number | null
		platform: string | null
		time: ColumnTypes['unmatched_reports.time']
	}
	unused_pictures: {
		picture: string
		keep_until: Timestamp | null
	}
	user_counts: {
		id: ColumnType<string, never, never>
		username_key: ColumnType<string, never, never>
		review_count: ColumnType<number, never, never>
		follower_count: ColumnType<number, never, never>
		following_count: ColumnType<number, never, never>
		list_count: ColumnType<number, never, never>
		activity_count: ColumnType<number, never, never>
		impressions_week: ColumnType<number, never, never>
		impressions_month: ColumnType<number, never, never>
		impressions_year: ColumnType<number, never, never>
		impressions_total: ColumnType<number, never, never>
		counted_on: ColumnType<string | null, never, never>
		fed_at: ColumnType<Timestamp | null, never, never>
		hidden_list_count: ColumnType<number, never, never>
	}
	user_days: {
		user_id: string
		day: string
		impressions: Generated<number>
	}
	user_rankings: {
		id: string
		username_key: string
		follower_count: number
		impressions_week: number
		impressions_month: number
		impressions_year: number
		impressions_total: number
	}
	user_visits: {
		user_id: string
		seen_on: string
		seen_before: string | null
	}
	users: {
		id: string
		username: string
		email: string
		email_key: string
		name: string | null
		bio: string | null
		picture: string | null
		password_hash: string | null
		needs_username: Generated<boolean>
		created_at: Timestamp
		email_verified_at: ColumnTypes['users.email_verified_at']
		deleted_at: Timestamp | null
		role: Generated<'member' | 'moderator' | 'admin'>
		banned_at: Timestamp | null
		suspended_until: Timestamp | null
		rules_version: number | null
		rules_accepted_at: Timestamp | null
		role_since: ColumnTypes['users.role_since']
	}
	windows: {
		today: string
		next: string | null
	}
	wishlist_calendars: {
		user_id: string
		hash: string
		created_at: Timestamp
	}
}
