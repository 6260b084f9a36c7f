import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { type Asked, askedPath } from './asked.ts'
import css from './search-field.module.css'
import { useSlashKey } from './use-slash-key.ts'

const pauseMs = 300

/** The field of the search's own page: what is found follows what is typed, once the typing pauses. */
export function SearchField({ asked }: { asked: Asked }) {
	const navigate = useNavigate()
	const field = useRef<HTMLInputElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useSlashKey(() => {
		field.current?.focus()
		field.current?.select()
	})
	const search = (text: string) => {
		clearTimeout(timer.current)
		if (text.trim() !== asked.query)
			void navigate(askedPath({ query: text.trim(), tab: asked.tab }), { replace: true, preventScrollReset: true })
	}
	// What waits for a pause must not go back to the tab that was shown when it began.
	const latest = useRef(search)
	latest.current = search
	// The field keeps its text itself: what was typed before the page was alive is searched for when it is.
	useEffect(() => {
		if (field.current && document.activeElement === field.current) latest.current(field.current.value)
		return () => clearTimeout(timer.current)
	}, [])
	// The address may change without it.
	useEffect(() => {
		if (field.current && document.activeElement !== field.current) field.current.value = asked.query
	}, [asked.query])
	return (
		<search>
			<form
				action={paths.search()}
				className={css.form}
				onSubmit={(event) => {
					event.preventDefault()
					search(field.current?.value ?? '')
				}}
			>
				<span className={css.glass}>
					<Icon name="search" />
				</span>
				<input
					ref={field}
					className={css.field}
					type="search"
					name="query"
					aria-label="Search games and users"
					placeholder="Search games and users"
					autoComplete="off"
					autoCorrect="off"
					spellCheck={false}
					enterKeyHint="search"
					maxLength={200}
					defaultValue={asked.query}
					onChange={({ currentTarget: { value } }) => {
						clearTimeout(timer.current)
						timer.current = setTimeout(() => latest.current(value), pauseMs)
					}}
				/>
				{asked.tab === 'users' && <input type="hidden" name="tab" value="users" />}
			</form>
		</search>
	)
}
