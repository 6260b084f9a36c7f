import { Link } from 'react-router'
import { listAccesses, type Person, searchPeople, setRole } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { getMe } from '#contract/session-tokens.ts'
import { PROVIDER_NAMES } from '#contract/social-login-providers.ts'
import { useSend } from '#web/app/data.tsx'
import { formatDay, pluralize } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useMomentFormat } from '#web/ui/time.tsx'
import lines from './admin-lines.module.css'
import css from './person-dialog.module.css'

interface PersonDialogProps {
	/** Null closes the dialog. */
	person: Person | null
	onClose: () => void
	onDone: (message: string) => void
}

/** What the site knows of an account, and its role to change. */
export function PersonDialog({ person, onClose, onDone }: PersonDialogProps) {
	return (
		<Dialog open={person !== null} title={person?.username ?? ''} onClose={onClose}>
			{person && (
				<div className={css.content}>
					<Facts person={person} />
					<p className={css.links}>
						{!person.needsUsername && (
							<Link className={lines.more} to={paths.profile(person.username)}>
								Profile
							</Link>
						)}
						<Link className={lines.more} to={paths.admin('reports', { subject: 'user', id: person.id })}>
							Warn, suspend or ban
						</Link>
					</p>
					<RoleForm person={person} onDone={onDone} />
				</div>
			)}
		</Dialog>
	)
}

function Facts({ person }: { person: Person }) {
	const { email, isEmailVerified, hasPassword, providers, passkeyCount, hasSecondFactor, createdAt, lastSeenOn } =
		person
	const methods = [
		...(hasPassword ? ['password'] : []),
		...providers.map((provider) => PROVIDER_NAMES[provider]),
		...(passkeyCount > 0 ? [pluralize(passkeyCount, 'passkey')] : []),
	]
	const format = useMomentFormat()
	const isSuspended = person.suspendedUntil !== null && Date.parse(person.suspendedUntil) > Date.now()
	const facts = [
		...(person.isBanned ? [['Status', 'Banned'] as const] : []),
		...(isSuspended ? [['Status', `Suspended until ${format(person.suspendedUntil ?? '', 'day')}`] as const] : []),
		['Email', `${email}${isEmailVerified ? '' : ' (not confirmed)'}`],
		['Login', methods.join(', ') || 'none yet'],
		['Two-step login', hasSecondFactor ? 'on' : 'off'],
		['Joined', format(createdAt, 'day')],
		['Last seen', lastSeenOn ? formatDay(lastSeenOn) : 'unknown'],
		[
			'Activity',
			[
				pluralize(person.reviewCount, 'review'),
				pluralize(person.listCount, 'list'),
				pluralize(person.followerCount, 'follower'),
			].join(', '),
		],
	] as const
	return (
		<dl className={css.facts}>
			{facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
		</dl>
	)
}

const ROLE_LABELS: Readonly<Record<Role, string>> = { member: 'Member', moderator: 'Moderator', admin: 'Admin' }
const ROLE_HINTS: Readonly<Record<Role, string>> = {
	member: 'Members can post.',
	moderator: 'Moderators can act on reports, posts and members.',
	admin: 'Admins can do everything and see all email addresses.',
}

function RoleForm({ person: { id, username, role }, onDone }: { person: Person; onDone: (message: string) => void }) {
	const { guard } = useProofGate()
	const sending = useSend(setRole, {
		// The own role may have changed
		invalidates: [searchPeople, listAccesses, getMe],
		onDone: (changed) => onDone(`${username} is now ${changed.role === 'admin' ? 'an' : 'a'} ${changed.role}.`),
	})
	const form = useForm<{ role: string }>({ initial: { role }, validate: null, sending })
	const chosen = ROLES.find((name) => name === form.draft.role) ?? role
	return (
		<Form
			className={css.form}
			form={form}
			failure={setRole.config.failure}
			onSend={() => guard({ kind: 'site' }, () => sending.send({ params: { id }, body: { role: chosen } }))}
		>
			<ChoiceField
				{...form.field('role')}
				label="Role"
				options={ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
			/>
			<p className={lines.small}>{ROLE_HINTS[chosen]}</p>
			<SubmitButton isSending={form.isSending} sendingLabel="Saving..." isIdle={chosen === role}>
				Change Role
			</SubmitButton>
		</Form>
	)
}
