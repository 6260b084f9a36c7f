// Route names, and words that would let someone impersonate the site or its staff.
const RESERVED_USERNAMES = new Set(
	`about account accounts activity admin administrator api app appeal appeals art assets atom auth badge badges blog bot bots browse
	comment comments community contact create dashboard data delete developer developers diary discover docs edit email
	error everyone explore export faq favicon feed feeds follow followers following forgot_password game games guest
	health healthz help home image images import imports index info invite join js legal like likes list lists login logout mail
	me media mod moderation moderator moderators new news next nobody notification notifications null oauth official offline
	owner password pictures popular popularity post press privacy privacy_policy profile profiles public push readyz
	recommendations register report reset reset_password review reviews robots root rss rules savepoint search security select_username
	self series session sessions settings sign_in sign_up signin signout signup sitemap sitemaps staff static stats
	status support sw system tag tags team terms tests transparency undefined unknown_user unsubscribe update upload
	uploads user username users verify webmaster welcome www year you`.split(/\s+/),
)

/** Returns whether a username is reserved, ignoring case. */
export function isReservedUsername(username: string): boolean {
	return RESERVED_USERNAMES.has(username.toLowerCase())
}
