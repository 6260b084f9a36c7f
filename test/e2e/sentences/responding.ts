import { REASON } from '#kit/browser/call-failures.ts'
import { all, fill, press, type Row } from './walk.ts'

/** What a member does about the reviews and lists of others: likes, comments, copies and follows. */
export const RESPONDING: readonly Row[] = [
	{
		at: '/reviews/:review',
		anew: true,
		calls: { '**/api/reviews/:review/like': 'lost' },
		act: press('Like this review'),
		says: { alert: 'Failed to like review' },
	},
	{
		act: all(({ member, words }) => member.send('POST', `/reviews/${words.review}/like`), press('Like this review')),
		says: { alert: 'You have already liked this review', button: 'Liked this review' },
	},
	{
		calls: { '**/api/reviews/:review/like': 'lost' },
		act: press('Liked this review'),
		says: { alert: 'Couldn’t remove your like', button: 'Liked this review' },
	},
	{
		calls: { '**/api/comments': 'wordless' },
		act: all(fill('Write a comment', 'Said into the void.'), press('Post Comment')),
		says: { alert: 'Failed to submit comment' },
	},
	{
		calls: { '**/api/comments': 'lost' },
		act: press('Post Comment'),
		says: { alert: 'An error occurred while submitting your comment' },
	},
	{ calls: { '**/api/comments': 'reasoned' }, act: press('Post Comment'), says: { alert: REASON } },
	{ act: press('Post Comment'), says: { status: 'Comment posted' } },
	{
		calls: { '**/api/comments/*/like': 'lost' },
		act: ({ page, words }) => page.getByRole('button', { name: `Like the comment by ${words.writer}` }).click(),
		says: { alert: 'Failed to like comment' },
	},
	{
		calls: { '**/api/comments/*': 'lost' },
		act: all(
			({ page, member }) => page.getByRole('button', { name: `More about the comment by ${member.username}` }).click(),
			({ page, member }) => page.getByRole('button', { name: `Edit the comment by ${member.username}` }).click(),
			fill('Edit your comment', 'Said better.'),
			press('Save'),
		),
		says: { alert: 'Failed to update comment' },
	},
	{
		calls: { '**/api/comments/*/replies?*': 'lost' },
		act: all(
			press('Cancel'),
			async ({ member, words }) => {
				const { comments } = await member.send<{ comments: { id: string; username: string }[] }>(
					'GET',
					`/comments/review/${words.review}`,
				)
				const parent = comments.find(({ username }) => username === member.username)
				for (const content of ['One.', 'Two.', 'Three.', 'Four.'])
					await member.send('POST', '/comments', { reviewId: words.review, parentId: parent?.id, content })
			},
			({ page }) => page.reload(),
			press('1 more reply'),
		),
		says: { alert: 'Failed to fetch replies', button: 'Try Again' },
	},
	{
		calls: { '**/api/comments/*': 'lost' },
		act: all(
			({ page, member }) =>
				page
					.getByRole('button', { name: `More about the comment by ${member.username}` })
					.first()
					.click(),
			({ page, member }) => page.getByRole('button', { name: `Delete the comment by ${member.username}` }).click(),
			({ page }) => page.keyboard.press('F6'),
			({ page }) => page.keyboard.press('Escape'),
		),
		says: { alert: 'Failed to delete comment' },
	},

	{
		at: '/profile/:writer',
		calls: { '**/api/follows': 'lost' },
		act: press('Follow :writer'),
		says: { alert: 'Failed to follow user' },
	},
	{
		calls: { '**/api/follows': 'page' },
		act: press('Follow :writer'),
		says: { alert: 'Failed to update follow status' },
	},
	{
		calls: { '**/api/follows/*': 'wordless' },
		act: all(press('Follow :writer'), press('Following :writer')),
		says: { alert: 'Failed to unfollow user' },
	},
	{
		calls: { '**/api/mutes': 'lost' },
		act: all(press('More about :writer'), press('Mute :writer')),
		says: { alert: 'Failed to mute user' },
	},
	{
		calls: { '**/api/mutes/*': 'lost' },
		act: all(press('More about :writer'), press('Mute :writer'), ({ page }) =>
			page.getByRole('region', { name: 'Muted' }).getByRole('button', { name: 'Unmute' }).click(),
		),
		says: { alert: 'Failed to unmute user' },
	},
	{
		calls: { '**/api/blocks': 'lost' },
		act: all(press('More about :writer'), press('Block :writer'), press('Block')),
		says: { alert: 'Failed to block user' },
	},
	{
		at: '/settings',
		anew: true,
		calls: { '**/api/blocks?*': 'lost', '**/api/mutes?*': 'lost' },
		says: { alert: ['Failed to fetch blocked users', 'Failed to fetch muted users'] },
	},
	{
		at: '/settings',
		anew: true,
		calls: { '**/api/blocks/*': 'lost' },
		act: all(
			({ member, writer }) => member.send('POST', '/blocks', { userId: writer.id }),
			({ page }) => page.reload(),
			press('Unblock :writer'),
		),
		says: { alert: 'Failed to unblock user' },
	},
	{ act: press('Unblock :writer'), says: { status: ':writer is unblocked.' } },
	{
		act: ({ member, writer }) => member.send('DELETE', `/mutes/${writer.id}`),
		at: '/profile/:writer',
		anew: true,
		calls: { '**/api/users/by-username/*': 'wordless' },
		says: { alert: 'Failed to check follow status' },
	},
	{
		at: '/list/:list',
		anew: true,
		calls: { '**/api/lists/*/like': 'lost' },
		act: press('Like this list'),
		says: { alert: 'Failed to like the list' },
	},
	{
		calls: { '**/api/lists/*/copy': 'lost' },
		act: press('Copy this list'),
		says: { alert: 'Failed to copy the list' },
	},
	// Last: the session ends.
	{
		at: '/profile/:other',
		anew: true,
		calls: {
			'**/api/follows': { status: 401, json: { success: false, error: 'Over', code: 'bad_token' } },
			'**/api/auth/refresh-token': { status: 401, json: { success: false, error: 'Over', code: 'session_revoked' } },
		},
		act: press('Follow :other'),
		says: { alert: 'You need to be logged in to follow users' },
	},
]
