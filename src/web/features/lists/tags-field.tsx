import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { dedupeTags } from '#contract/lists.ts'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './tags-field.module.css'

interface TagsFieldProps {
	tags: readonly string[]
	problem: string | undefined
	onChange: (tags: readonly string[]) => void
}

/** The tags of a list: Enter or a comma adds what is typed, and Backspace in the empty field removes the last. */
export function TagsField({ tags, problem, onChange }: TagsFieldProps) {
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const [typed, setTyped] = useState('')
	const [announcement, announce] = useState('')
	const isFull = tags.length >= LIMITS.tagsPerList

	const add = (text: string, rest = '') => {
		const added = text.split(',').flatMap((tag) => tag.trim().slice(0, LIMITS.listTagMax).trim() || [])
		const next = dedupeTags([...tags, ...added]).slice(0, LIMITS.tagsPerList)
		setTyped(rest)
		if (next.length === tags.length) return
		onChange(next)
		announce(`Added ${next.slice(tags.length).join(', ')}. ${next.length} of ${LIMITS.tagsPerList} tags.`)
	}
	const remove = (tag: string) => {
		onChange(tags.filter((one) => one !== tag))
		announce(`Removed ${tag}.`)
		input.current?.focus()
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return
		const last = tags.at(-1)
		// Enter sends the form if there is nothing to add
		if (event.key === 'Enter' && typed.trim() !== '') add(typed)
		else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
		else return
		event.preventDefault()
	}

	return (
		<div className={css.field}>
			<label htmlFor={id} className={css.label}>
				Tags <span className={css.note}>optional</span>
			</label>
			<div className={`${controlClass} ${css.box}`}>
				{tags.length > 0 && (
					<ul className={css.tags} aria-label="Tags">
						{tags.map((tag) => (
							<li key={tag}>
								<button type="button" aria-label={`Remove tag ${tag}`} onClick={() => remove(tag)}>
									{tag}
									<FrameIcon name="close" size={14} />
								</button>
							</li>
						))}
					</ul>
				)}
				<input
					ref={input}
					id={id}
					name="tags"
					className={css.input}
					value={typed}
					autoComplete="off"
					enterKeyHint="enter"
					readOnly={isFull}
					placeholder={tags.length === 0 ? 'cozy, short, couch co-op' : undefined}
					aria-describedby={`${id}-message`}
					aria-invalid={problem ? true : undefined}
					onKeyDown={onKeyDown}
					onBlur={() => add(typed)}
					onChange={({ currentTarget: { value } }) => {
						const end = value.lastIndexOf(',')
						if (end >= 0) add(value.slice(0, end), value.slice(end + 1).trimStart())
						else setTyped(value.slice(0, LIMITS.listTagMax))
					}}
				/>
			</div>
			<FieldMessage id={`${id}-message`} problem={problem}>
				{isFull
					? `${LIMITS.tagsPerList} of ${LIMITS.tagsPerList} tags. Remove one to add another.`
					: `Up to ${LIMITS.tagsPerList}. Press Enter or comma after each.`}
			</FieldMessage>
			<p className="visually-hidden" role="status">
				{announcement}
			</p>
		</div>
	)
}
