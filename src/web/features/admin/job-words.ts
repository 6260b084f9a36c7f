/** How the screen names the jobs of the server, and what they do. */
export const JOB_WORDS: Readonly<Record<string, { title: string; does: string }>> = {
	windows: { title: 'Change of day', does: 'Takes days that are over out of the rankings.' },
	cleanup: { title: 'Cleanup', does: 'Deletes expired sessions, links, drafts and notifications.' },
	purges: { title: 'Deletions', does: 'Deletes what belongs to deleted accounts, in batches.' },
	bans: { title: 'Bans', does: 'Removes what banned accounts wrote, in batches.' },
	feeds: { title: 'Feeds', does: 'Corrects the counts of unread activities after deletions.' },
	deletions: { title: 'Deletion records', does: 'Completes the records of deleted accounts.' },
	schema: { title: 'Database changes', does: 'Makes changes that waited for an earlier version to stop.' },
	'notification mails': { title: 'Notification mails', does: 'Queues the mails about notifications.' },
	digests: { title: 'Digests', does: 'Queues the daily and weekly mails.' },
	numbers: { title: 'Numbers', does: 'Counts what happened on each day.' },
	'catalog imports': { title: 'Catalog imports', does: 'Reads games from the sources that an admin chose.' },
	pictures: { title: 'Pictures', does: 'Deletes pictures that nobody uses.' },
}
