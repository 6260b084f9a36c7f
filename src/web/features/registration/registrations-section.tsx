import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import {
	decideRegistrations,
	listRegistrations,
	type PendingRegistration,
	refuseRegistrations,
} from '#contract/registration-requests.ts'
import { PROVIDER_NAMES } from '#contract/social-login-providers.ts'
import { useReadPages, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { SectionState } from '#web/features/admin/section-state.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './rows.module.css'

/** The requests for accounts that wait for a moderator, decided one by one or many at once. */
export function Section() {
	const list = useReadPages(listRegistrations, {}, ({ registrations }) => registrations)
	if (!list.rows) return <SectionState endpoint={listRegistrations} error={list.error} onRetry={list.retry} />
	return (
		<InfiniteList
			nextHref={list.next ? '#' : null}
			isLoading={list.isLoadingMore}
			error={list.error && getFailureMessage(list.error, listRegistrations.config.failure)}
			onMore={list.more}
			onRetry={list.retry}
		>
			<Requests rows={list.rows} total={list.first?.totalCount ?? list.rows.length} />
		</InfiniteList>
	)
}

/** All requests that have something in common with one of them. */
interface Bulk {
	by: 'domain' | 'network'
	value: string
	count: number
}

const count = (n: number) => (n === 1 ? '1 request' : `${n.toLocaleString('en-US')} requests`)

function Requests({ rows, total }: { rows: readonly PendingRegistration[]; total: number }) {
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
	const [isAsking, setAsking] = useState(false)
	const [bulk, setBulk] = useState<Bulk | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const heading = useRef<HTMLUListElement>(null)
	const ids = rows.map(({ id }) => id).filter((id) => selected.has(id))
	const sending = useSend(decideRegistrations, {
		invalidates: [listRegistrations],
		onDone: ({ decided, taken }, { body }) => {
			setSelected(new Set())
			setAsking(false)
			setMessage(describeOutcome(body.decision, decided.length, taken.length, body.ids.length))
			// The rows are removed, and with them what had the focus
			heading.current?.focus()
		},
	})
	const decide = (decision: 'approve' | 'refuse', chosen = ids) => {
		if (chosen.length === 0 || sending.isSending) return
		setMessage(null)
		sending.send({ body: { ids: chosen.slice(0, LIMITS.registrationsPerDecision), decision } })
	}
	const toggle = (id: string, isOn: boolean) =>
		setSelected((before) => new Set(isOn ? [...before, id] : [...before].filter((other) => other !== id)))
	const failure = sending.error && getFailureMessage(sending.error, decideRegistrations.config.failure)
	const isIdle = ids.length === 0 || sending.isSending
	return (
		<div className={css.form}>
			<Notice message={message} />
			<Notice kind="bad" message={isAsking ? null : failure} />
			{rows.length === 0 ? (
				<Empty scene="shelf">No requests waiting.</Empty>
			) : (
				<>
					<div className={css.head}>
						<label className={css.check}>
							<input
								type="checkbox"
								checked={ids.length === rows.length}
								onChange={({ currentTarget }) =>
									setSelected(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
								}
							/>
							{ids.length > 0 ? `${ids.length} of ${total} selected` : `${count(total)}, all`}
						</label>
						<div className={css.actions}>
							<Button kind="main" aria-disabled={isIdle} onClick={() => decide('approve')}>
								Approve
							</Button>
							<Button aria-disabled={isIdle} onClick={() => ids.length > 0 && setAsking(true)}>
								Refuse
							</Button>
						</div>
					</div>
					<ul ref={heading} tabIndex={-1} aria-label="Requests" className={css.list}>
						{rows.map((row) => (
							<li key={row.id} className={css.row}>
								<label className={css.check}>
									<input
										type="checkbox"
										checked={selected.has(row.id)}
										onChange={({ currentTarget }) => toggle(row.id, currentTarget.checked)}
									/>
									<span className={css.words}>
										<strong>{row.username ?? 'Username not chosen yet'}</strong>
										<span className={css.when}>
											{row.provider ? `with ${PROVIDER_NAMES[row.provider]}, ` : ''}at {row.emailDomain},{' '}
											<Time time={row.createdAt} inSentence />
										</span>
										{row.reason && <span className={css.reason}>{row.reason}</span>}
									</span>
								</label>
								<BulkMenu row={row} onChosen={setBulk} />
							</li>
						))}
					</ul>
				</>
			)}
			<BulkDialog
				bulk={bulk}
				onClose={() => setBulk(null)}
				onDone={(refused) => {
					setBulk(null)
					setSelected(new Set())
					setMessage(`${count(refused)} refused.`)
					heading.current?.focus()
				}}
			/>
			<Dialog open={isAsking} title={`Refuse ${count(ids.length)}?`} onClose={() => setAsking(false)}>
				<div className={css.question}>
					<p>They get an email, and everything they sent is deleted for good.</p>
					<Notice kind="bad" message={failure} />
					<div className={css.actions}>
						<Button onClick={() => setAsking(false)}>Cancel</Button>
						<Button kind="danger" aria-disabled={sending.isSending} onClick={() => decide('refuse')}>
							{sending.isSending ? 'Refusing...' : 'Refuse'}
						</Button>
					</div>
				</div>
			</Dialog>
		</div>
	)
}

function describeOutcome(decision: 'approve' | 'refuse', decided: number, taken: number, asked: number): string {
	const done = `${count(decided)} ${decision === 'approve' ? 'approved' : 'refused'}.`
	const lost = taken > 0 ? ` ${taken} can only be refused: the name or address has been taken.` : ''
	const others = asked - decided - taken
	return done + lost + (others > 0 ? ` Someone else has already decided ${others}.` : '')
}

/** Refuses all that have the domain or the network of a request, where it is not the only one. */
function BulkMenu({ row, onChosen }: { row: PendingRegistration; onChosen: (bulk: Bulk) => void }) {
	const { emailDomain, sameDomain, network, sameNetwork } = row
	const isOfMany = network !== null && sameNetwork > 1
	if (sameDomain < 2 && !isOfMany) return null
	return (
		<Menu label={`More about the request of ${row.username ?? 'someone'}`}>
			{sameDomain > 1 && (
				<MenuButton isDanger onClick={() => onChosen({ by: 'domain', value: emailDomain, count: sameDomain })}>
					Refuse All {sameDomain} at {emailDomain}
				</MenuButton>
			)}
			{isOfMany && (
				<MenuButton isDanger onClick={() => onChosen({ by: 'network', value: network, count: sameNetwork })}>
					Refuse All {sameNetwork} from This Network
				</MenuButton>
			)}
		</Menu>
	)
}

interface BulkDialogProps {
	bulk: Bulk | null
	onClose: () => void
	onDone: (refused: number) => void
}

function BulkDialog({ bulk, onClose, onDone }: BulkDialogProps) {
	const { guard } = useProofGate()
	const { send, error, isSending, reset } = useSend(refuseRegistrations, {
		invalidates: [listRegistrations],
		onDone: ({ refused }) => onDone(refused),
	})
	const close = () => {
		reset()
		onClose()
	}
	return (
		<Dialog open={bulk !== null} title={bulk ? `Refuse ${count(bulk.count)}?` : ''} onClose={close}>
			{bulk && (
				<div className={css.question}>
					<p>
						{bulk.by === 'domain'
							? `All requests with an address at ${bulk.value} are refused.`
							: 'All requests from this network are refused. People who share a connection are on the same network.'}{' '}
						They get an email, and everything they sent is deleted for good.
					</p>
					<Notice kind="bad" message={error && getFailureMessage(error, refuseRegistrations.config.failure)} />
					<div className={css.actions}>
						<Button onClick={close}>Cancel</Button>
						<Button
							kind="danger"
							aria-disabled={isSending}
							onClick={() => {
								const { by, value } = bulk
								guard({ kind: 'site' }, () => send({ body: { by, value } }))
							}}
						>
							{isSending ? 'Refusing...' : 'Refuse All'}
						</Button>
					</div>
				</div>
			)}
		</Dialog>
	)
}
