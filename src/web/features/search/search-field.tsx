import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './search-field.module.css'
import { type SearchParams, parseSearchParams, searchPath } from './search-params.ts'
import { useSlashKey } from './use-slash-key.ts'

const PAUSE_MS = 300

export interface SearchFieldHandle {
	/** The text in the field, which then no longer waits for the typing to pause; null before there is a field. */
	takeText: () => string | null
}

interface SearchFieldProps {
	params: SearchParams
	handle: Ref<SearchFieldHandle>
}

/** The field of the search's own page: what is found follows what is typed, once the typing pauses. */
export function SearchField({ params, handle }: SearchFieldProps) {
	const navigate = useNavigate()
	const { location: pending } = useNavigation()
	const field = useRef<HTMLInputElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useSlashKey(() => {
		field.current?.focus()
		field.current?.select()
	})
	const takeText = () => {
		clearTimeout(timer.current)
		return field.current?.value ?? null
	}
	useImperativeHandle(handle, () => ({ takeText }))
	const search = (text: string) => {
		takeText()
		// A tab that has been chosen counts while it is still loading.
		const { query, tab } = pending ? parseSearchParams(new URLSearchParams(pending.search)) : params
		if (text.trim() !== query)
			void navigate(searchPath({ query: text.trim(), tab }), { replace: true, preventScrollReset: true })
	}
	// After the pause the tab can be another one, and the person on the way to another page.
	const searchAfterPause = (text: string) => {
		if (!pending || pending.pathname === paths.search()) search(text)
	}
	const latest = useRef(searchAfterPause)
	latest.current = searchAfterPause
	// The field keeps its text itself: what was typed before the page was alive is searched for when it is.
	useEffect(() => {
		if (field.current && document.activeElement === field.current) latest.current(field.current.value)
		return () => clearTimeout(timer.current)
	}, [])
	// The address may change without it.
	useEffect(() => {
		if (field.current && document.activeElement !== field.current) field.current.value = params.query
	}, [params.query])
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
					defaultValue={params.query}
					onChange={({ currentTarget: { value } }) => {
						takeText()
						timer.current = setTimeout(() => latest.current(value), PAUSE_MS)
					}}
				/>
				{params.tab === 'users' && <input type="hidden" name="tab" value="users" />}
			</form>
		</search>
	)
}
