import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { decideImportRows } from '#contract/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './decide-many.module.css'
import { refetchRows, useImportChange } from './use-import.ts'

const DONE = { take: 'The first game is taken for all.', skip: 'All of them are skipped.' } as const

/** Decides all unsure rows at once, which one press takes back. */
export function DecideMany({ id }: { id: string }) {
	const client = useQueryClient()
	const [done, setDone] = useState<'take' | 'skip' | null>(null)
	const first = useRef<HTMLButtonElement>(null)
	const { send, isSending, failure } = useImportChange(decideImportRows, () => refetchRows(client))
	const decide = (decision: 'take' | 'skip' | null) => {
		if (isSending) return
		setDone(decision)
		send({ params: { id }, body: { match: 'unsure', decision } })
	}
	return (
		<div className={css.bar}>
			<div className={css.buttons}>
				<Button ref={first} aria-disabled={isSending} onClick={() => decide('take')}>
					Take the First for All
				</Button>
				<Button aria-disabled={isSending} onClick={() => decide('skip')}>
					Skip All
				</Button>
				<p role="status" className={css.done}>
					{done !== null && !isSending && failure === null && DONE[done]}
				</p>
				{done !== null && !isSending && failure === null && (
					<Button
						kind="plain"
						onClick={() => {
							// The button goes
							first.current?.focus({ preventScroll: true })
							decide(null)
						}}
					>
						Undo
					</Button>
				)}
			</div>
			<Notice kind="bad" message={failure} />
		</div>
	)
}
