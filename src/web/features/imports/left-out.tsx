import { useState } from 'react'
import { Link } from 'react-router'
import { getImportRows, type ImportRow } from '#contract/imports.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import disclosure from '#web/ui/disclosure.module.css'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './left-out.module.css'
import { RowProblems } from './row-problems.tsx'
import { useImportRows } from './use-import-rows.ts'

/** The rows that an import did not write, on request. */
export function LeftOut({ id }: { id: string }) {
	const [isOpen, setOpen] = useState(false)
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary className={disclosure.opener}>What was left out</summary>
			{isOpen && <Rows id={id} />}
		</details>
	)
}

function Rows({ id }: { id: string }) {
	const { pages, hasNextPage, ...list } = useImportRows(id, 'out')
	return (
		<PagedList
			list={{ ...list, rows: pages?.flatMap(({ rows }) => rows) }}
			getMessage={(failure) => getFailureMessage(failure, getImportRows.config.failure)}
			nextHref={hasNextPage ? paths.import(id) : null}
			skeleton={
				<SkeletonList label="Loading rows" count={4} className={css.rows}>
					<Skeleton shape="short" />
				</SkeletonList>
			}
			empty={null}
		>
			{(rows) => (
				<ul className={css.rows}>
					{rows.map((row) => (
						<li key={row.row} className={css.row}>
							<div className={css.words}>
								{row.title !== '' && (
									<Link
										className={css.title}
										to={paths.search({ query: row.title.slice(0, LIMITS.searchMax) })}
										title="Search for this game"
									>
										{row.title}
									</Link>
								)}
								<RowProblems errors={row.errors} />
							</div>
							<p className={css.why}>
								{describeWhy(row)}Line {row.line}
							</p>
						</li>
					))}
				</ul>
			)}
		</PagedList>
	)
}

/** Says why a row was left out; nothing of one that could not be read, whose problems say it. */
function describeWhy({ match, decision, summary, errors }: ImportRow): string {
	if (decision === 'skip') return 'Skipped · '
	if (match === 'unsure') return 'Unsure · '
	return errors.length > 0 && summary === '' ? '' : 'Not found · '
}
