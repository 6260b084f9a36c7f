import { useRef, useState } from 'react'
import { blockDomains, listBlockedDomains, NewDomains, unblockDomain } from '#contract/site-settings.ts'
import { useReadPages, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { SectionState } from '#web/features/admin/section-state.tsx'
import css from '#web/features/registration/rows.module.css'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

/** The domains whose email addresses cannot be used. */
export function Section() {
	const list = useReadPages(listBlockedDomains, {}, ({ domains }) =>
		domains.map(({ domain }) => ({ id: domain, domain })),
	)
	return (
		<div className={css.form}>
			<DomainsForm />
			{list.rows ? (
				<InfiniteList
					nextHref={list.next ? '#' : null}
					isLoading={list.isLoadingMore}
					error={list.error && getFailureMessage(list.error, listBlockedDomains.config.failure)}
					onMore={list.more}
					onRetry={list.retry}
				>
					<Domains domains={list.rows.map(({ domain }) => domain)} total={list.first?.totalCount ?? 0} />
				</InfiniteList>
			) : (
				<SectionState endpoint={listBlockedDomains} error={list.error} onRetry={list.retry} />
			)}
		</div>
	)
}

const toDomains = (text: string) => ({ domains: text.split(/[\s,]+/).filter((word) => word !== '') })

function DomainsForm() {
	const [message, setMessage] = useState<string | null>(null)
	const sending = useSend(blockDomains, {
		invalidates: [listBlockedDomains],
		onDone: ({ added }) => {
			form.restart({ domains: '' })
			setMessage(added === 1 ? '1 domain is blocked.' : `${added} domains are blocked.`)
		},
	})
	const form = useForm({
		initial: { domains: '' },
		validate: ({ domains }, check) =>
			check(NewDomains, toDomains(domains))
				.slice(0, 1)
				.map(({ message }) => ({ path: 'domains', message })),
		sending,
		onChange: () => setMessage(null),
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={blockDomains.config.failure}
			onSend={({ domains }) => sending.send({ body: toDomains(domains) })}
		>
			<Notice message={message} />
			<TextArea
				{...form.field('domains')}
				label="Domains"
				hint="One per line. Their subdomains are blocked, too."
				rows={3}
				autoCapitalize="none"
				spellCheck={false}
			/>
			<SubmitButton isSending={form.isSending} sendingLabel="Blocking...">
				Block
			</SubmitButton>
		</Form>
	)
}

function Domains({ domains, total }: { domains: readonly string[]; total: number }) {
	const [message, setMessage] = useState<string | null>(null)
	const list = useRef<HTMLUListElement>(null)
	const sending = useSend(unblockDomain, {
		invalidates: [listBlockedDomains],
		onDone: (_, { params }) => {
			setMessage(`${params.domain} is allowed again.`)
			list.current?.focus()
		},
	})
	if (domains.length === 0 && message === null) return <p className={css.when}>No domains blocked.</p>
	return (
		<div>
			<p className={css.when}>{total === 1 ? '1 domain' : `${total.toLocaleString('en-US')} domains`}</p>
			<Notice message={message} />
			<Notice kind="bad" message={sending.error && getFailureMessage(sending.error, unblockDomain.config.failure)} />
			<ul ref={list} tabIndex={-1} aria-label="Blocked domains" className={css.list}>
				{domains.map((domain) => (
					<li key={domain} className={css.row}>
						<strong className={css.words}>{domain}</strong>
						<Button
							kind="plain"
							aria-label={`Allow ${domain}`}
							aria-disabled={sending.isSending}
							onClick={() => {
								if (sending.isSending) return
								setMessage(null)
								sending.send({ params: { domain } })
							}}
						>
							Allow
						</Button>
					</li>
				))}
			</ul>
		</div>
	)
}
