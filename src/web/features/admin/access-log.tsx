import { useState } from 'react'
import { type Access, listAccesses } from '#contract/admin.ts'
import { isolate } from '#contract/isolate.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './admin-lines.module.css'

/** What admins looked for among accounts, and whose roles they changed; loaded when it is opened. */
export function AccessLog() {
	const [isOpen, setOpen] = useState(false)
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary className={css.more}>Admin access log</summary>
			{isOpen && <Accesses />}
		</details>
	)
}

function Accesses() {
	const list = useReadPages(listAccesses, { query: {} }, ({ accesses }) => accesses)
	return (
		<PagedList
			list={list}
			getMessage={(error) => getFailureMessage(error, listAccesses.config.failure)}
			nextHref={list.next && 'cursor' in list.next ? paths.admin('people') : null}
			skeleton={
				<SkeletonList label="Loading the log" count={3} className={css.lines} rowClassName={css.line}>
					<Skeleton />
				</SkeletonList>
			}
			empty={<p>Nothing yet.</p>}
			endMessage={`Entries are kept for ${LIMITS.adminAccessDays} days.`}
		>
			{(rows) => (
				<ul className={css.lines}>
					{rows.map((access) => (
						<li key={access.id} className={css.line}>
							<span className={css.words}>
								<span>{describe(access)}</span>
								<Time className={css.small} time={access.createdAt} />
							</span>
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}

function describe({ admin, kind, search, subject, role }: Access): string {
	const who = admin?.username ?? 'A deleted account'
	if (kind === 'role')
		return `${who} made ${subject?.username ?? 'a deleted account'} ${role === 'admin' ? 'an' : 'a'} ${role}`
	return search ? `${who} searched for “${isolate(search)}”` : `${who} viewed the list of accounts`
}
