import { AppealInput, createAppeal, getAppealableAction } from '#contract/appeals.ts'
import { LIMITS } from '#contract/limits.ts'
import { useSend } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import css from './appeal-form.module.css'

/** Appeals a decision, once. */
export function AppealForm({ actionId, token }: { actionId: string; token: string | null }) {
	const sending = useSend(createAppeal, { invalidates: [getAppealableAction], once: true })
	const toInput = ({ text }: { text: string }) => ({ actionId, text, ...(token && { token }) })
	const form = useForm({
		initial: { text: '' },
		validate: (draft, check) => check(AppealInput, toInput(draft)),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={createAppeal.config.failure}
			onSend={(draft) => sending.send({ body: toInput(draft) })}
		>
			<TextArea
				{...form.field('text')}
				label="Why was it wrong?"
				rows={5}
				hint={`${formatCount(Array.from(form.draft.text.trim()).length)} of ${formatCount(LIMITS.appealTextMax)} characters`}
			/>
			<div>
				<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
					Send Appeal
				</SubmitButton>
			</div>
		</Form>
	)
}
