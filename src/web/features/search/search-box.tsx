import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './search-box.module.css'
import { SEARCH_FAILED } from './search-messages.ts'
import { useSlashKey } from './use-slash-key.ts'

const loadSuggestions = () => import('./suggestions.tsx')

/**
 * The search in the header: a plain form, which shows suggestions once their chunk has loaded. On phones it covers the
 * bar while it has the focus.
 */
export function SearchBox() {
	const navigate = useNavigate()
	const field = useRef<HTMLInputElement>(null)
	const [focused, setFocused] = useState<HTMLInputElement | null>(null)
	const { module, hasFailed } = useLazyModule(loadSuggestions, focused !== null)
	const focus = () => field.current?.focus()
	useSlashKey(focus)
	// The field may have the focus before hydration.
	useEffect(() => {
		if (document.activeElement === field.current) setFocused(field.current)
	}, [])
	return (
		<>
			<a
				href={paths.search()}
				className={`${buttonClass('icon')} ${css.opener}`}
				aria-label="Search"
				onClick={(event) => {
					event.preventDefault()
					focus()
				}}
			>
				<FrameIcon name="search" size={22} />
			</a>
			<search className={css.box}>
				<form
					action={paths.search()}
					className={css.form}
					onSubmit={(event: FormEvent) => {
						event.preventDefault()
						void navigate(paths.search({ query: field.current?.value.trim() }))
					}}
				>
					<span className={css.glass}>
						<FrameIcon name="search" size={18} />
					</span>
					<input
						ref={field}
						className={css.field}
						type="text"
						name="query"
						role="combobox"
						inputMode="search"
						aria-label="Search games and users"
						aria-expanded="false"
						aria-autocomplete="list"
						autoComplete="off"
						autoCorrect="off"
						spellCheck={false}
						enterKeyHint="search"
						maxLength={200}
						placeholder="Search games and users"
						onFocus={(event) => setFocused(event.currentTarget)}
					/>
					<span className={css.key} aria-hidden="true">
						/
					</span>
					<button
						type="button"
						className={`${buttonClass('icon')} ${css.close}`}
						aria-label="Close search"
						onClick={(event) => {
							field.current?.blur()
							event.currentTarget.blur()
						}}
					>
						<FrameIcon name="close" />
					</button>
					{module && focused && <module.Suggestions field={focused} />}
					<p role="status" className={`${card.raised} ${css.failure}`}>
						{hasFailed && SEARCH_FAILED}
					</p>
				</form>
			</search>
		</>
	)
}
