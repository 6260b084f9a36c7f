import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { getFollowStatus } from '#contract/follows.ts'
import type { UserRef } from '#contract/users.ts'
import { read, useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './follow-writer.module.css'
import { useFollow } from './use-follow.ts'

/** Follows the writer beside their name, or no longer; nothing until the viewer's status is known. */
export function FollowWriter({ writer }: { writer: UserRef }) {
	const client = useQueryClient()
	const status = { params: { id: writer.id } }
	const { data } = useRead(getFollowStatus, status)
	const { start, end, isStarting, isEnding, error, failure } = useFollow(writer)
	const sent = useRef<boolean>(undefined)
	// Before the paint, which would show the status of before
	useLayoutEffect(() => {
		if (isStarting || isEnding) sent.current = isStarting
		else if (sent.current !== undefined) {
			if (!error) client.setQueryData(read(getFollowStatus, status).queryKey, { following: sent.current })
			sent.current = undefined
		}
	})
	useEffect(() => {
		if (error) showToast({ kind: 'bad', message: getFailureMessage(error, failure) })
	}, [error, failure])
	if (!data) return null
	const isFollowing = isStarting || (data.following && !isEnding)
	const label = `${isFollowing ? 'Following' : 'Follow'} ${writer.username}`
	return (
		<button
			type="button"
			className={`${buttonClass('icon')} ${css.follow}`}
			aria-label={label}
			title={label}
			aria-pressed={isFollowing}
			aria-disabled={isStarting || isEnding}
			onClick={({ detail }) => {
				// The second click of a double click would undo the first
				if (isStarting || isEnding || detail > 1) return
				if (data.following) end()
				else start()
			}}
		>
			{isFollowing ? <Icon name="check" size={20} /> : <FrameIcon name="plus" size={20} />}
		</button>
	)
}
