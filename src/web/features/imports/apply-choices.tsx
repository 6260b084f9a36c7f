import { useId } from 'react'
import type { CONFLICT_RULES, REVIEW_RULES } from '#contract/imports.ts'
import { formatCount } from '#web/app/format.ts'
import { RadioRows } from '#web/ui/radio-rows.tsx'

export type ConflictRule = (typeof CONFLICT_RULES)[number]
export type ReviewRule = (typeof REVIEW_RULES)[number]

const CONFLICTS = [
	{ value: 'mine', label: 'Keep mine', hint: 'Only fills in what you haven’t recorded here.' },
	{ value: 'theirs', label: 'Take theirs', hint: 'The file replaces what you recorded here.' },
	{ value: 'newer', label: 'Take the newer', hint: 'Whichever you changed last, game by game.' },
] as const satisfies readonly { value: ConflictRule; label: string; hint: string }[]

const REVIEWS = [
	{ value: 'publish', label: 'Publish', hint: 'Under the day you wrote it. Followers aren’t notified.' },
	{ value: 'drafts', label: 'Keep as drafts', hint: 'Only you see it until you publish.' },
] as const satisfies readonly { value: ReviewRule; label: string; hint: string }[]

interface ChoiceProps<Rule> {
	value: Rule
	onChange: (rule: Rule) => void
}

/** What counts where both the library and the file say something of a game. */
export function ConflictChoice({ value, onChange }: ChoiceProps<ConflictRule>) {
	const name = useId()
	return (
		<RadioRows
			label="If a game is in your library already"
			name={name}
			options={CONFLICTS}
			value={value}
			problem={undefined}
			onChange={(rule) => onChange(rule as ConflictRule)}
		/>
	)
}

/** What becomes of the reviews of a file. */
export function ReviewChoice({ count, value, onChange }: ChoiceProps<ReviewRule> & { count: number }) {
	const name = useId()
	return (
		<RadioRows
			label={count === 1 ? 'Your review' : `Your ${formatCount(count)} reviews`}
			name={name}
			options={REVIEWS}
			value={value}
			problem={undefined}
			onChange={(rule) => onChange(rule as ReviewRule)}
		/>
	)
}
