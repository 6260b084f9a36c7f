import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../../src/server')
const STATEMENT =
	/\b(?:from|join|using|update|into) (?:reviews|comments|lists|users)\b|\.\w+\('(?:reviews|comments|lists|users)(?: as \w+)?'\)|sql\.table\(`\$\{\w+\}s`\)/

/**
 * The files whose statements name the tables of texts and people, each with its reason. All others read `visible_reviews(viewer)`,
 * `quiet_lists(viewer)` and their like, which leave out what the viewer may not see.
 */
const DIRECT: Readonly<Record<string, string>> = {
	'admin/queries.ts': 'the operator finds any account',
	'backup/queries-tables.ts': 'a backup has everything',
	'catalog/queries-merge-games.ts': 'what is hidden moves with its game',
	'catalog/queries-suggestions.ts': 'moderators',
	'catalog/queries-write-games.ts': 'what is hidden has the name of its game',
	'db/content-deletion.ts': 'locks what its owner deletes',
	'db/recount.ts': 'counts what triggers have counted',
	'db/roles.ts': 'the role of the viewer',
	'features/account/queries-connections.ts': 'one’s own account',
	'features/account/queries-deletions.ts': 'one’s own account',
	'features/account/queries-email-links.ts': 'one’s own account',
	'features/activity/queries.ts': 'the texts of people whom the viewer may see',
	'features/admin/queries-numbers.ts': 'what was written on a day, whatever became of it',
	'features/admin/queries-people.ts': 'admins find any account',
	'features/calendar/queries-releases.ts': 'locks those who are told, without the banned and deleted',
	'features/calendar/queries-wishlist.ts': 'the name of the own account',
	'features/comments/queries-threads.ts': 'a hidden comment leaves a tombstone, and is shown to its author',
	'features/comments/queries.ts': 'writes, and hidden comments for their authors',
	'features/diary/queries.ts': 'the reviews of an owner whom the viewer may see',
	'features/export/queries-archive.ts': 'what one has written oneself',
	'features/export/queries.ts': 'what one has written oneself',
	'features/feed/queries.ts': 'what followed people have written, before it is read as the reader sees it',
	'features/games/queries.ts': 'the viewer’s own review',
	'features/imports/queries-library.ts': 'what one has written oneself',
	'features/imports/queries-lists.ts': 'one’s own lists',
	'features/imports/queries-undo.ts': 'what one has written oneself',
	'features/imports/queries-write-library.ts': 'writes',
	'features/library-entry/queries.ts': 'the entries of an owner whom the viewer may see',
	'features/library/queries-library-list.ts': 'the library of an owner whom the viewer may see',
	'features/lists/queries-popular.ts': 'the counts decide who may see a list',
	'features/lists/queries-visibility.ts': 'what its owner makes private',
	'features/lists/queries.ts': 'writes, and hidden lists for their owners',
	'features/moderation/queries-actions.ts': 'moderators',
	'features/moderation/queries-appeals.ts': 'moderators',
	'features/moderation/queries-cases.ts': 'moderators',
	'features/moderation/queries-states.ts': 'the role of the viewer',
	'features/moderation/queries-subjects.ts': 'moderators',
	'features/moderation/queries-text-states.ts': 'hides texts and gives them back',
	'features/notifications/queries-mails.ts': 'one’s own address',
	'features/notifications/queries.ts': 'whether there is something that the reader may not see',
	'features/profile/queries.ts': 'one’s own account',
	'features/reviews/queries-drafts.ts': 'locks the writer’s account',
	'features/reviews/queries-review-filters.ts': 'how many of a stored count the viewer does not see',
	'features/reviews/queries.ts': 'writes, and hidden reviews for their authors',
	'features/sessions/queries-accounts.ts': 'logs in',
	'features/sessions/queries.ts': 'the account of a session',
	'features/stats/queries-year.ts': 'the reviews of an owner whom the viewer may see',
	'features/stats/queries.ts': 'the reviews of an owner whom the viewer may see',
	'features/texts/queries.ts': 'the role of the viewer, and the games of reviews that they read',
	'features/tokens/queries.ts': 'the owner of a token',
	'features/users/queries.ts': 'one’s own account',
}

test('statements read texts and people by who may see them, but for named files', () => {
	const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|stored-tables\.ts$/.test(file))
	const direct = files.filter((file) => STATEMENT.test(readFileSync(path.join(SERVER, file), 'utf8')))
	expect(direct.sort()).toEqual(Object.keys(DIRECT).sort())
})
