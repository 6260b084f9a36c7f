import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Person, searchPeople } from '#contract/admin.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatDay } from '#web/app/format.ts'
import { parseSearchText } from '#web/app/search-query.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { AccessLog } from './access-log.tsx'
import css from './admin-lines.module.css'
import peopleCss from './people-section.module.css'
import { PersonDialog } from './person-dialog.tsx'

const ROLE_FILTERS = [
	{ word: '', label: 'All roles' },
	{ word: 'moderator', label: 'Moderators' },
	{ word: 'admin', label: 'Admins' },
] as const

/** All accounts, to search by name or address; one opens in a dialog, which changes its role. */
export function Section() {
	const [query] = useSearchParams()
	const navigate = useNavigate()
	const search = parseSearchText(query)
	const role = ROLE_FILTERS.find(({ word }) => word === query.get('role'))?.word ?? ''
	const list = useReadPages(
		searchPeople,
		{ query: { ...(search && { search: search.slice(0, LIMITS.emailMax) }), ...(role && { role }) } },
		({ people }) => people,
	)
	const [person, setPerson] = useState<Person | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const go = (next: { search: string; role: string }) =>
		void navigate(paths.admin('people', next), { replace: true, preventScrollReset: true })
	return (
		<>
			<FilterForm className={peopleCss.filters}>
				<SearchInput
					label="Name or email address"
					placeholder="mira, or mira@example.org"
					maxLength={LIMITS.emailMax}
					search={search}
					onSearch={(search) => go({ search, role })}
				/>
				<FilterSelect
					label="Role"
					className={peopleCss.filter}
					name="role"
					options={ROLE_FILTERS}
					value={role}
					onChange={(role) => go({ search, role })}
				/>
			</FilterForm>
			<p className={css.small}>Email addresses are private. Searches here are logged.</p>
			<Notice message={message} durationMs={5000} onExpire={() => setMessage(null)} />
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, searchPeople.config.failure)}
				nextHref={list.next && 'cursor' in list.next ? paths.admin('people', { search, role }) : null}
				skeleton={
					<SkeletonList label="Loading accounts" count={6} className={css.lines} rowClassName={css.line}>
						<span className={css.words}>
							<Skeleton />
							<Skeleton shape="short" />
						</span>
					</SkeletonList>
				}
				empty={<Empty scene="shelf">No account matches.</Empty>}
				endMessage="End of list"
			>
				{(people) => (
					<ul className={css.lines} aria-label="Accounts">
						{people.map((person) => (
							<li key={person.id} className={css.line}>
								<PersonLine person={person} onOpen={() => setPerson(person)} />
							</li>
						))}
					</ul>
				)}
			</PagedList>
			<AccessLog />
			<PersonDialog
				person={person}
				onClose={() => setPerson(null)}
				onDone={(sentence) => {
					setPerson(null)
					setMessage(sentence)
				}}
			/>
		</>
	)
}

function PersonLine({ person, onOpen }: { person: Person; onOpen: () => void }) {
	const { username, profilePicture, email, role, isBanned, createdAt, lastSeenOn } = person
	return (
		<>
			<Avatar name={username} src={profilePicture} size="small" />
			<span className={css.words}>
				<span>
					<strong>{username}</strong>
					{role !== 'member' && <span className={peopleCss.role}>{role === 'admin' ? 'Admin' : 'Moderator'}</span>}
				</span>
				<span className={css.small}>{email}</span>
				{isBanned && <span className={css.bad}>Banned</span>}
				<span className={css.small}>
					Joined <Time time={createdAt} precision="day" />
					{lastSeenOn && `, last seen ${formatDay(lastSeenOn)}`}
				</span>
			</span>
			<Button aria-label={`Open ${username}`} onClick={onOpen}>
				Open
			</Button>
		</>
	)
}
