import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './search-field.module.css'
import { parseSearchParams, type SearchParams, searchPath } from './search-params.ts'
import { useSlashKey } from './use-slash-key.ts'

const PAUSE_MS = 300

export interface SearchFieldHandle {
	/** Returns the text in the field and cancels the debounced search; null before the field is mounted. */
	takeText: () => string | null
}

interface SearchFieldProps {
	params: SearchParams
	handle: Ref<SearchFieldHandle>
}

/** The field of the search page. Searches after typing pauses for 300 ms. */
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
		// A chosen tab counts even while it is loading.
		const { query, tab } = pending ? parseSearchParams(new URLSearchParams(pending.search)) : params
		if (text.trim() !== query)
			void navigate(searchPath({ query: text.trim(), tab }), { replace: true, preventScrollReset: true })
	}
	// By then the tab may have changed, or the user may be navigating to another page.
	const searchAfterPause = (text: string) => {
		if (!pending || pending.pathname === paths.search()) search(text)
	}
	const latest = useRef(searchAfterPause)
	latest.current = searchAfterPause
	// The field is uncontrolled: search for text that was typed before hydration.
	useEffect(() => {
		if (field.current && document.activeElement === field.current) latest.current(field.current.value)
		return () => clearTimeout(timer.current)
	}, [])
	// The URL can change without the field.
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
					<FrameIcon name="search" />
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
