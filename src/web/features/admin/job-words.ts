/** How the screen names the jobs of the server, and what they do. */
export const JOB_WORDS: Readonly<Record<string, { title: string; does: string }>> = {
	windows: { title: 'Daily rollover', does: 'Records the rankings of the day at midnight UTC, and updates them.' },
	cleanup: { title: 'Cleanup', does: 'Deletes expired sessions, links, drafts and notifications.' },
	purges: { title: 'Deletions', does: 'Deletes the content of deleted accounts, in batches.' },
	bans: { title: 'Bans', does: 'Removes the posts of banned accounts, in batches.' },
	feeds: { title: 'Feed counts', does: 'Corrects unread counts after deletions.' },
	deletions: { title: 'Deletion records', does: 'Closes the records of deleted accounts.' },
	schema: { title: 'Database changes', does: 'Finishes database migrations after an upgrade.' },
	'notification mails': { title: 'Notification mails', does: 'Queues the mails about notifications.' },
	digests: { title: 'Digests', does: 'Queues the daily and weekly mails.' },
	numbers: { title: 'Numbers', does: 'Counts the activity of each day.' },
	'catalog imports': { title: 'Catalog imports', does: 'Imports games from the sources an admin chose.' },
	recommendations: { title: 'Recommendations', does: 'Learns every six hours which games the same people like.' },
	pictures: { title: 'Pictures', does: 'Deletes unused pictures.' },
}
