import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type HiddenUser, listBlocks, listMutes, unblockUser, unmuteUser } from '#contract/blocks.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SettingRowSkeleton } from '#web/ui/setting-row-skeleton.tsx'
import rows from '#web/ui/setting-rows.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './hidden-people-section.module.css'
import { refreshEverything } from './hide-person.ts'

/** The settings section with the people whom the viewer has blocked and muted, and the way back. */
export function HiddenPeopleSection() {
	return (
		<SettingsSection
			title="Blocked and muted people"
			lead="People you’ve blocked or muted. They aren’t told. You can do both from someone’s profile menu."
		>
			<HiddenPeople kind="blocked" />
			<HiddenPeople kind="muted" />
		</SettingsSection>
	)
}

const KINDS = {
	blocked: {
		title: 'Blocked',
		list: listBlocks,
		remove: unblockUser,
		action: 'Unblock',
		done: 'unblocked',
		empty: 'You haven’t blocked anyone.',
	},
	muted: {
		title: 'Muted',
		list: listMutes,
		remove: unmuteUser,
		action: 'Unmute',
		done: 'unmuted',
		empty: 'You haven’t muted anyone.',
	},
} as const

function HiddenPeople({ kind }: { kind: keyof typeof KINDS }) {
	const { title, list, remove, action, done, empty } = KINDS[kind]
	const client = useQueryClient()
	const people = useReadPages(list, { query: { limit: 20 } }, ({ users }): HiddenUser[] => users)
	const heading = useRef<HTMLHeadingElement>(null)
	const [message, setMessage] = useState<string | null>(null)
	const { send, error, isSending } = useSend(remove, {
		onDone: (_, { params }) => {
			setMessage(`${people.rows?.find(({ id }) => id === params.userId)?.username ?? 'That person'} is ${done}.`)
			refreshEverything(client)
			// The pressed button is removed with its row
			heading.current?.focus()
		},
	})
	return (
		<div className={css.group}>
			<h3 ref={heading} tabIndex={-1}>
				{title}
			</h3>
			<Notice message={message} />
			<Notice kind="bad" message={error && getFailureMessage(error, remove.config.failure)} />
			<PagedList
				list={people}
				getMessage={(failure) => getFailureMessage(failure, list.config.failure)}
				nextHref={people.next && paths.settings()}
				skeleton={<SettingRowSkeleton />}
				empty={<p className={css.empty}>{empty}</p>}
			>
				{(rows) => (
					<ul aria-label={`${title} people`}>
						{rows.map((person) => (
							<Person key={person.id} person={person} isLinked={kind === 'muted'}>
								<Button
									kind="plain"
									aria-label={`${action} ${person.username}`}
									aria-disabled={isSending}
									onClick={() => send({ params: { userId: person.id } })}
								>
									{action}
								</Button>
							</Person>
						))}
					</ul>
				)}
			</PagedList>
		</div>
	)
}

interface PersonProps {
	person: HiddenUser
	/** Blocked people have no page. */
	isLinked: boolean
	children: ReactNode
}

function Person({ person: { username, profilePicture, since }, isLinked, children }: PersonProps) {
	return (
		<li className={rows.row}>
			<Avatar name={username} src={profilePicture} />
			<span className={rows.words}>
				{isLinked ? <Link to={paths.profile(username)}>{username}</Link> : <strong>{username}</strong>}
				<span className={rows.when}>
					<Time time={since} />
				</span>
			</span>
			{children}
		</li>
	)
}
