import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { type CatalogImports, getCatalogImports } from '#contract/admin-catalog.ts'
import { getNumbers } from '#contract/admin-numbers.ts'
import { getWork } from '#contract/admin-work.ts'
import { countReports } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import type { RegistrationMode } from '#contract/registration-modes.ts'
import { listRegistrations } from '#contract/registration-requests.ts'
import { getSiteSettings, type SiteSettings } from '#contract/site-settings.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCount, pluralize } from '#web/app/format.ts'
import { SiteContext } from '#web/app/site.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './overview-section.module.css'
import { SectionSkeleton, SectionState } from './section-state.tsx'

/** What the operator gets if they set nothing. */
const NO_CONTACT = /@localhost$/
const JOINING: Readonly<Record<RegistrationMode, string>> = {
	open: 'everyone',
	approval: 'everyone you approve',
	invite: 'people with an invite',
	closed: 'no one',
}
const FRESH = { refetchOnMount: 'always' } as const

/** What is waiting for moderators and admins, and what a new site still needs. */
export function Section() {
	const counts = useRead(countReports, {}, FRESH)
	const requests = useRead(listRegistrations, { query: {} }, FRESH)
	const numbers = useRead(getNumbers, { query: {} }, FRESH)
	const work = useRead(getWork, {}, FRESH)
	const settings = useRead(getSiteSettings, {}, FRESH)
	const catalog = useRead(getCatalogImports, {}, FRESH)
	if (!counts.data) return <SectionState endpoint={countReports} error={counts.error} onRetry={counts.retry} />
	// All at once, so that nothing moves; what fails is left out and has its own section
	if ([requests, numbers, work, settings, catalog].some(({ data, error }) => !data && !error))
		return <SectionSkeleton />
	const { open, overdue, appeals, suggestions } = counts.data
	const today = numbers.data?.days.at(-1)
	const failed = work.data?.jobs.filter(({ hasFailed }) => hasFailed).length
	const mails = work.data?.mails.failing ?? 0
	return (
		<>
			{settings.data && catalog.data && <Checklist settings={settings.data.settings} sources={catalog.data.sources} />}
			<ul className={css.facts} aria-label="Waiting">
				<Fact section="reports" isBad={overdue > 0}>
					{pluralize(open, 'report')}
					{overdue > 0 && `, ${formatCount(overdue)} late`}
				</Fact>
				<Fact section="appeals">{pluralize(appeals, 'appeal')}</Fact>
				<Fact section="suggestions">{pluralize(suggestions, 'suggested game')}</Fact>
				{requests.data && <Fact section="registrations">{pluralize(requests.data.totalCount, 'request')} to join</Fact>}
				{today && <Fact section="numbers">{pluralize(today.signUps ?? 0, 'sign-up')} today</Fact>}
				{failed !== undefined && (
					<Fact section="work" isBad={failed > 0}>
						{failed > 0 ? `${pluralize(failed, 'job')} failed` : 'All jobs ran'}
					</Fact>
				)}
				{mails > 0 && (
					<Fact section="work" isBad>
						{pluralize(mails, 'mail')} could not be sent
					</Fact>
				)}
			</ul>
		</>
	)
}

function Fact({ section, isBad = false, children }: { section: string; isBad?: boolean; children: ReactNode }) {
	return (
		<li data-bad={isBad}>
			<Link to={paths.admin(section)}>{children}</Link>
		</li>
	)
}

interface ChecklistProps {
	settings: SiteSettings
	sources: CatalogImports['sources']
}

/** What a new site needs, until it has all of it. */
function Checklist({ settings: { description, contactEmail, rules, registration }, sources }: ChecklistProps) {
	const { confirmsAddresses: hasMail } = useContext(SiteContext)
	const hasContact = !NO_CONTACT.test(contactEmail)
	const hasGames = sources.some(({ source, lastReadAt }) => source !== 'builtin' && lastReadAt !== null)
	if (description !== null && hasContact && rules !== null && hasMail && hasGames) return null
	return (
		<section className={css.setup} aria-labelledby="setup">
			<h2 id="setup">Set Up Your Site</h2>
			<ul>
				<Step isDone={description !== null} section="settings">
					Name and description
				</Step>
				<Step isDone={hasContact} section="settings">
					Contact address{!hasContact && ` (still ${contactEmail})`}
				</Step>
				<Step isDone={rules !== null} section="settings">
					Rules
				</Step>
				<Step isDone={hasMail}>
					{hasMail
						? 'Mail'
						: 'Mail isn’t set up, so no one can reset a password. Add SMTP_URL to the server’s settings.'}
				</Step>
				<Step isDone={hasGames} section="catalog">
					{hasGames ? 'Games from a catalog' : 'More games from a catalog such as Wikidata'}
				</Step>
				<Step isDone section="settings">
					Who may join: {JOINING[registration]}
				</Step>
			</ul>
		</section>
	)
}

function Step({ isDone, section, children }: { isDone: boolean; section?: string; children: ReactNode }) {
	return (
		<li data-done={isDone}>
			<span className={css.box}>{isDone && <Icon name="check" size={14} />}</span>
			<span className="visually-hidden">{isDone ? 'Done:' : 'To do:'}</span>
			{section ? <Link to={paths.admin(section)}>{children}</Link> : <span>{children}</span>}
		</li>
	)
}
