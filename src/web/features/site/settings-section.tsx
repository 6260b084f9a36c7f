import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { RegistrationMode } from '#contract/registration-modes.ts'
import {
	type CatalogGrowth,
	getSiteSettings,
	SETTINGS_CHANGED,
	type SecondFactorFor,
	type SiteSettings,
	SiteSettingsUpdate,
	updateSiteSettings,
} from '#contract/site-settings.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { SectionState } from '#web/features/admin/section-state.tsx'
import css from '#web/features/registration/rows.module.css'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import own from './settings-section.module.css'

/** The color that the picker begins with: that of the site's own main action. */
const FIRST_ACCENT = '#f6a93b'

const MODES: readonly { value: RegistrationMode; label: string }[] = [
	{ value: 'open', label: 'Everyone' },
	{ value: 'approval', label: 'After approval' },
	{ value: 'invite', label: 'With an invite' },
	{ value: 'closed', label: 'Closed' },
]

const SECOND_FACTOR: readonly { value: SecondFactorFor; label: string }[] = [
	{ value: 'nobody', label: 'No one' },
	{ value: 'admins', label: 'Admins' },
	{ value: 'moderators', label: 'Moderators and admins' },
]

const GROWTH: readonly { value: CatalogGrowth; label: string }[] = [
	{ value: 'members', label: 'Members' },
	{ value: 'moderators', label: 'Moderators' },
	{ value: 'off', label: 'No one' },
]

/** What an admin sets for the whole site. */
export function Section() {
	const { data, error, retry } = useRead(getSiteSettings, {}, { refetchOnMount: 'always' })
	// Kept while a change is typed: a later version must not replace it
	const [opened, setOpened] = useState<SiteSettings | null>(null)
	if (data && opened === null) setOpened(data.settings)
	if (opened) return <SettingsForm settings={opened} />
	return <SectionState endpoint={getSiteSettings} error={error} onRetry={retry} />
}

const toDraft = ({ description, rules, rulesVersion, ...settings }: SiteSettings) => ({
	...settings,
	description: description ?? '',
	rules: rules ?? '',
})

function SettingsForm({ settings }: { settings: SiteSettings }) {
	const { guard } = useProofGate()
	const [message, setMessage] = useState<string | null>(null)
	const sending = useSend(updateSiteSettings, {
		invalidates: [getSiteSettings],
		onDone: ({ settings }) => {
			form.restart(toDraft(settings))
			setMessage('Saved. Live within seconds.')
		},
		onError: ({ code, body }) => {
			if (code !== SETTINGS_CHANGED.code) return
			const { version } = (body as { settings: SiteSettings }).settings
			// What was typed stays; saving again is a decision about the newer version
			form.set({ version })
			setMessage(SETTINGS_CHANGED.error)
		},
	})
	const form = useForm({
		initial: () => toDraft(settings),
		validate: (draft, check) => check(SiteSettingsUpdate, draft),
		sending,
		onChange: () => setMessage(null),
	})
	const { draft } = form
	return (
		<Form
			className={css.form}
			form={form}
			failure={updateSiteSettings.config.failure}
			onSend={(body) => guard({ kind: 'site' }, () => sending.send({ body }))}
		>
			<TextField {...form.field('name')} label="Name" hint="In the header, in titles and where links are shared." />
			<TextArea
				{...form.field('description')}
				label="Description"
				note="optional"
				hint="In a sentence or two, for search engines and the About page."
				rows={2}
			/>
			<TextField {...form.field('contactEmail')} label="Contact" type="email" inputMode="email" />
			<ChoiceField
				label="Who may join"
				name="registration"
				options={MODES}
				value={draft.registration}
				problem={form.getProblem('registration')}
				onChange={(registration) => form.set({ registration: registration as RegistrationMode })}
			/>
			<label className={css.check}>
				<input
					type="checkbox"
					checked={draft.membersInvite}
					onChange={({ currentTarget }) => form.set({ membersInvite: currentTarget.checked })}
				/>
				Members can invite people
			</label>
			<ChoiceField
				label="Who needs two-step login"
				name="secondFactorFor"
				options={SECOND_FACTOR}
				value={draft.secondFactorFor}
				problem={form.getProblem('secondFactorFor')}
				hint="They have a week to set it up. After that they can’t act in their role without it."
				onChange={(secondFactorFor) => form.set({ secondFactorFor: secondFactorFor as SecondFactorFor })}
			/>
			<GrowthField
				value={draft.catalogGrowth}
				problem={form.getProblem('catalogGrowth')}
				onChange={(catalogGrowth) => form.set({ catalogGrowth })}
			/>
			<TextArea
				{...form.field('rules')}
				label="Rules"
				note="optional, in Markdown"
				hint={
					<>
						Shown at <Link to={paths.rules()}>/rules</Link>. New members accept them when they sign up.
					</>
				}
				rows={10}
			/>
			<AccentField
				value={draft.accent}
				problem={form.getProblem('accent')}
				onChange={(accent) => form.set({ accent })}
			/>
			<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
				Save
			</SubmitButton>
			<Notice message={message} />
		</Form>
	)
}

interface GrowthFieldProps {
	value: CatalogGrowth
	problem: string | undefined
	onChange: (growth: CatalogGrowth) => void
}

/** Who can add games of the sources. */
function GrowthField({ onChange, ...field }: GrowthFieldProps) {
	return (
		<ChoiceField
			{...field}
			label="Who can add missing games"
			name="catalogGrowth"
			options={GROWTH}
			hint="From IGDB or Wikidata, one at a time. Everyone can suggest games to the moderators."
			onChange={(growth) => onChange(growth as CatalogGrowth)}
		/>
	)
}

interface AccentFieldProps {
	value: string | null
	problem: string | undefined
	onChange: (accent: string | null) => void
}

/** The color of the main action; null for the site's own. */
function AccentField({ value, problem, onChange }: AccentFieldProps) {
	return (
		<>
			<label className={css.check}>
				<input
					type="checkbox"
					checked={value !== null}
					onChange={({ currentTarget }) => onChange(currentTarget.checked ? FIRST_ACCENT : null)}
				/>
				Custom accent color
			</label>
			{value !== null && (
				<Field label="Accent color" problem={problem} hint="Text in this color is adjusted for contrast.">
					{(ids) => (
						<input
							{...ids}
							type="color"
							name="accent"
							className={own.color}
							value={value}
							onChange={({ currentTarget }) => onChange(currentTarget.value)}
						/>
					)}
				</Field>
			)}
		</>
	)
}
