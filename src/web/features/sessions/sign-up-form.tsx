import { useContext } from 'react'
import * as Type from 'typebox'
import type { Problem } from '#contract/problems.ts'
import { Reason, RULES_NOT_ACCEPTED } from '#contract/registration.ts'
import { AUTH_FAILED, containsName, NAME_IN_PASSWORD, Registration, register } from '#contract/sessions.ts'
import { logIn } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { useProvenSend } from '#web/features/registration/proven-send.ts'
import { RulesField } from '#web/features/registration/rules-field.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { Validator } from '#web/forms/validator.ts'
import { TextArea, TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './auth-form.module.css'
import { NewPasswordFields, validatePasswordConfirmation } from './new-password-fields.tsx'
import { useUsernameCheck } from './username-check.ts'

const EMPTY_REGISTRATION = {
	username: '',
	email: '',
	password: '',
	confirmPassword: '',
	reason: '',
	acceptedRules: false,
}

const ReasonShape = Type.Object({ reason: Reason })

/** What the site asks of newcomers. */
interface Demands {
	needsReason: boolean
	needsRules: boolean
}

/** Validates a registration, including the password confirmation. */
function validateRegistration(
	draft: typeof EMPTY_REGISTRATION,
	check: Validator,
	{ needsReason, needsRules }: Demands,
): Problem[] {
	const problems = check(Registration, draft)
	if (containsName(draft.password, draft)) problems.push({ path: 'password', message: NAME_IN_PASSWORD })
	problems.push(...validatePasswordConfirmation(draft.password, draft.confirmPassword))
	if (needsReason) problems.push(...check(ReasonShape, { reason: draft.reason }))
	if (needsRules && !draft.acceptedRules) problems.push({ path: 'acceptedRules', message: RULES_NOT_ACCEPTED })
	return problems
}

interface SignUpFormProps {
	/** Called before the session begins. */
	onJoined: () => void
	/** Called when the request waits for a moderator. */
	onPending: () => void
	invite?: string
}

/** Creates an account and logs in, or asks for an account where a moderator decides. The page reacts to the session. */
export function SignUpForm({ onJoined, onPending, invite }: SignUpFormProps) {
	const site = useContext(SiteContext)
	const needsReason = site.registration === 'approval' && invite === undefined
	const needsRules = site.hasRules
	const sending = useProvenSend(register, {
		isNeeded: site.proofNeeded,
		once: true,
		onDone: (answer) => {
			if ('pending' in answer) return onPending()
			onJoined()
			logIn(answer)
		},
	})
	const form = useForm({
		initial: EMPTY_REGISTRATION,
		validate: (draft, check) => validateRegistration(draft, check, { needsReason, needsRules }),
		sending,
		onChange: sending.prepare,
	})
	const { answer: name } = useUsernameCheck(form.draft.username)
	const username = form.field('username')
	return (
		<Form
			className={css.form}
			form={form}
			failure={AUTH_FAILED}
			onSend={({ reason, acceptedRules, ...body }) =>
				sending.send({
					...body,
					...(needsReason && { reason }),
					...(needsRules && { acceptedRules }),
					...(invite !== undefined && { invite }),
				})
			}
		>
			<TextField
				{...username}
				{...VERBATIM}
				label="Username"
				problem={username.problem ?? (name?.available === false ? name.message : undefined)}
				hint={name?.available ? <span className={css.good}>{name.message}</span> : 'Letters, numbers and underscores.'}
				autoComplete="username"
			/>
			<TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
			<NewPasswordFields
				label="Password"
				password={form.field('password')}
				confirmation={form.field('confirmPassword')}
			/>
			{needsReason && (
				<TextArea
					{...form.field('reason')}
					label="Why would you like to join?"
					hint="A moderator will read this."
					rows={3}
				/>
			)}
			{needsRules && <RulesField {...form.field('acceptedRules')} />}
			<SubmitButton isSending={form.isSending} sendingLabel={needsReason ? 'Sending...' : 'Signing up...'}>
				{needsReason ? 'Request an Account' : 'Sign Up'}
			</SubmitButton>
		</Form>
	)
}
