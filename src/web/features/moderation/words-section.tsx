import { BlockedWords, getBlockedWords, setBlockedWords } from '#contract/blocked-words.ts'
import { isolate } from '#contract/isolate.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Problem } from '#contract/problems.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { formatCount, pluralize } from '#web/app/format.ts'
import { SectionState } from '#web/features/admin/section-state.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { Validator } from '#web/forms/validator.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, VERBATIM } from '#web/ui/text-field.tsx'
import css from './words-section.module.css'

/** The words that hold a text for a moderator, one per line. */
export function Section() {
	const { data, error, retry } = useRead(getBlockedWords, {}, { refetchOnMount: 'always' })
	if (data) return <WordsForm key={data.words.join('\n')} words={data.words} />
	return <SectionState endpoint={getBlockedWords} error={error} onRetry={retry} />
}

function WordsForm({ words: stored }: { words: readonly string[] }) {
	const sending = useSend(setBlockedWords)
	const form = useForm({ initial: { words: stored.join('\n') }, validate: validateWords, sending })
	const words = toWords(form.draft.words)
	return (
		<Form
			className={css.form}
			form={form}
			failure={setBlockedWords.config.failure}
			onSend={(draft) => sending.send({ body: { words: toWords(draft.words) } })}
		>
			<p className={css.hint}>
				A post with one of these words is held in Reports until a moderator decides. Matches whole words, ignoring case
				and accents. One word or phrase per line. Existing posts aren’t affected.
			</p>
			<TextArea
				{...form.field('words')}
				{...VERBATIM}
				label="Blocked words"
				note="one per line"
				rows={12}
				hint={`${pluralize(words.length, 'entry', 'entries')} of ${formatCount(LIMITS.blockedWords)}`}
			/>
			{sending.isDone && <Notice message="Saved. Applies to new posts." durationMs={5000} />}
			<div>
				<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
					Save
				</SubmitButton>
			</div>
		</Form>
	)
}

/** The words of a text with one per line, each once. */
const toWords = (text: string): string[] => [
	...new Set(
		text
			.split('\n')
			.map((line) => line.trim())
			.filter((line) => line !== ''),
	),
]

/** Names the first bad line, because all lines are one field. */
function validateWords({ words }: { words: string }, check: Validator): Problem[] {
	const list = toWords(words)
	const [first] = check(BlockedWords, { words: list })
	if (!first) return []
	const line = list[Number(first.path.split('.')[1])]
	return [{ path: 'words', message: line === undefined ? first.message : `“${isolate(line)}”: ${first.message}` }]
}
