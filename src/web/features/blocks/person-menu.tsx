import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { blockUser } from '#contract/blocks.ts'
import type { ProfileDetail } from '#contract/profile-detail.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'

const loadDialog = () => import('./block-dialog.tsx')
const loadHiding = () => import('./hide-person.ts')

const MESSAGE_MS = 5000

interface PersonMenuProps {
	user: Pick<ProfileDetail, 'id' | 'username' | 'isMuted'>
	/** The items that visitors have, too. */
	children: ReactNode
}

/** The menu of what a viewer can do about another person. Renders nothing on the viewer's own account. */
export function PersonMenu({ user, children }: PersonMenuProps) {
	const { status, user: viewer } = useSession()
	const client = useQueryClient()
	const [isAsking, setAsking] = useState(false)
	const { module, hasFailed } = useLazyModule(loadDialog, isAsking)
	const { username, isMuted } = user
	if (viewer?.id === user.id) return null
	return (
		<div data-settles="">
			<Menu label={`More about ${username}`}>
				{children}
				{status !== 'out' && isMuted !== null && (
					<MenuButton
						aria-label={`${isMuted ? 'Unmute' : 'Mute'} ${username}`}
						onClick={() => void loadHiding().then(({ setMuted }) => setMuted(client, user, !isMuted))}
					>
						{isMuted ? 'Unmute' : 'Mute'}
					</MenuButton>
				)}
				{status !== 'out' && (
					<MenuButton isDanger aria-label={`Block ${username}`} onClick={() => setAsking(true)}>
						Block
					</MenuButton>
				)}
			</Menu>
			{module && <module.BlockDialog user={user} open={isAsking} onClose={() => setAsking(false)} />}
			{hasFailed && isAsking && (
				<Notice
					kind="bad"
					message={blockUser.config.failure}
					durationMs={MESSAGE_MS}
					onExpire={() => setAsking(false)}
				/>
			)}
		</div>
	)
}
