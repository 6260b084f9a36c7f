import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { UserRef } from '#contract/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './block-dialog.module.css'
import { block } from './hide-person.ts'

interface BlockDialogProps {
	user: Pick<UserRef, 'id' | 'username'>
	open: boolean
	onClose: () => void
}

/** Says what a block does, and blocks a person. Their page is then gone for the viewer, who goes home. */
export function BlockDialog({ user, open, onClose }: BlockDialogProps) {
	const client = useQueryClient()
	const navigate = useNavigate()
	const [isBlocking, setBlocking] = useState(false)
	const [failure, setFailure] = useState<string | null>(null)
	const confirm = async () => {
		if (isBlocking) return
		setBlocking(true)
		const failed = await block(client, user)
		setBlocking(false)
		setFailure(failed)
		if (failed !== null) return
		await navigate(paths.home())
		// Not before: the page that was left would have asked for somebody who is not there
		void client.invalidateQueries()
	}
	return (
		<Dialog
			open={open}
			title={`Block ${user.username}?`}
			onClose={() => {
				setFailure(null)
				onClose()
			}}
		>
			<ul className={css.words}>
				<li>You no longer see each other: no profile, reviews, comments, lists or activity.</li>
				<li>Neither of you can follow, reply to, like or mention the other.</li>
				<li>You stop following each other.</li>
				<li>They are not told. You can unblock them in Settings.</li>
			</ul>
			<Notice kind="bad" message={failure} />
			<div className={css.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<Button kind="danger" aria-disabled={isBlocking} onClick={() => void confirm()}>
					{isBlocking ? 'Blocking...' : 'Block'}
				</Button>
			</div>
		</Dialog>
	)
}
