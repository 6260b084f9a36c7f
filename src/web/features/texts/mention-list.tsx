import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { findMentionableUsers } from '#contract/search.ts'
import { usernameKey } from '#contract/users.ts'
import { read } from '#web/app/data.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { measureLine } from './caret-line.ts'
import { type BegunMention, findMentionAtCaret } from './mention-at-caret.ts'
import css from './mention-list.module.css'
import { replaceText } from './replace-text.ts'

const DEBOUNCE_MS = 150
const GAP_PX = 4

/** The people whom the mention at the caret of a field may name. The field keeps the focus; its keys move in the list. */
export function MentionList({ field }: { field: HTMLTextAreaElement }) {
	const id = useId()
	const { begun, close } = useBegunMention(field)
	const query = useDebounced(begun?.query ?? null, DEBOUNCE_MS)
	const { data } = useQuery({
		...read(findMentionableUsers, { query: { query: query ?? '' } }),
		enabled: begun !== null && query !== null,
		placeholderData: keepPreviousData,
	})
	// The answer may be to what was typed before
	const typed = begun === null ? null : usernameKey(begun.query)
	const users =
		typed === null ? [] : (data?.users.filter(({ username }) => usernameKey(username).startsWith(typed)) ?? [])
	const [active, setActive] = useState({ of: '', index: 0 })
	const shown = users.map(({ username }) => username).join(' ')
	const current = active.of === shown ? active.index : 0
	const isOpen = begun !== null && users.length > 0

	const pick = (username: string) => {
		if (begun === null) return
		const isSpaced = /^[\s.,;:!?)]/.test(field.value.slice(begun.end))
		const text = isSpaced ? `@${username}` : `@${username} `
		const caret = text.length
		close()
		replaceText(field, { start: begun.start, end: begun.end, text, selectionStart: caret, selectionEnd: caret })
	}
	const press = useEffectEvent((event: KeyboardEvent) => {
		if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		const user = users[current]
		if (step) setActive({ of: shown, index: (current + step + users.length) % users.length })
		else if (event.key === 'Escape') close()
		else if ((event.key === 'Enter' || event.key === 'Tab') && user) pick(user.username)
		else return
		event.preventDefault()
		// Escape closes the list and not the form
		event.stopPropagation()
	})
	// Before the handlers of the field's form
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => press(event)
		field.addEventListener('keydown', onKeyDown)
		return () => field.removeEventListener('keydown', onKeyDown)
	}, [field])
	useFieldAttributes(field, isOpen ? { list: `${id}-list`, option: `${id}-${current}` } : null)
	const sheet = useSheetPosition(field, begun, users.length)
	useEffect(() => {
		document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
	}, [id, current])

	return (
		<>
			{isOpen && (
				<div ref={sheet} popover="manual" className={`${card.raised} ${css.sheet}`}>
					<div id={`${id}-list`} role="listbox" aria-label="People to mention" className={css.list}>
						{users.map(({ id: userId, username, profilePicture }, index) => (
							// biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keyboard
							<div
								key={userId}
								id={`${id}-${index}`}
								role="option"
								tabIndex={-1}
								aria-selected={index === current}
								className={css.option}
								// Keeps the focus in the field
								onMouseDown={(event) => event.preventDefault()}
								onClick={() => pick(username)}
							>
								<Avatar name={username} src={profilePicture} size="small" />
								{username}
							</div>
						))}
					</div>
				</div>
			)}
			<p role="status" className="visually-hidden">
				{isOpen && (users.length === 1 ? '1 person to mention' : `${users.length} people to mention`)}
			</p>
		</>
	)
}

/** Follows the mention at the caret of a field, while the field has the focus. A closed one stays closed. */
function useBegunMention(field: HTMLTextAreaElement) {
	const [begun, setBegun] = useState<BegunMention | null>(null)
	const closedAt = useRef<number | null>(null)
	// The caret is outside of React
	useEffect(() => {
		const update = () => {
			const { value, selectionStart, selectionEnd } = field
			const isFocused = document.activeElement === field && selectionStart === selectionEnd
			const found = isFocused ? findMentionAtCaret(value, selectionStart) : null
			if (found?.start !== closedAt.current) closedAt.current = null
			setBegun((before) => {
				const next = closedAt.current === null ? found : null
				return before?.start === next?.start && before?.end === next?.end && before?.query === next?.query
					? before
					: next
			})
		}
		const EVENTS = ['input', 'keyup', 'click', 'focus', 'blur'] as const
		update()
		for (const name of EVENTS) field.addEventListener(name, update)
		return () => {
			for (const name of EVENTS) field.removeEventListener(name, update)
		}
	}, [field])
	return {
		begun,
		close: () => {
			closedAt.current = begun?.start ?? null
			setBegun(null)
		},
	}
}

/** Connects the field with its open list. A text area cannot be a combobox, but it may have an active descendant. */
function useFieldAttributes(field: HTMLTextAreaElement, ids: { list: string; option: string } | null): void {
	const list = ids?.list
	const option = ids?.option
	// The field belongs to its form
	useEffect(() => {
		if (list === undefined || option === undefined) return
		const attributes = {
			'aria-autocomplete': 'list',
			'aria-haspopup': 'listbox',
			'aria-controls': list,
			'aria-activedescendant': option,
		}
		for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
		return () => {
			for (const name of Object.keys(attributes)) field.removeAttribute(name)
		}
	}, [field, list, option])
}

/** Places the list below the line of the mention, or above it at the end of the screen. */
function useSheetPosition(field: HTMLTextAreaElement, begun: BegunMention | null, count: number) {
	const sheet = useRef<HTMLDivElement>(null)
	const start = begun?.start
	// Before the first paint of the list
	// biome-ignore lint/correctness/useExhaustiveDependencies: more people make the list higher
	useLayoutEffect(() => {
		const { current } = sheet
		if (!current || start === undefined) return
		const place = () => {
			const line = measureLine(field, start)
			const { left, width } = field.getBoundingClientRect()
			const height = current.offsetHeight
			const screenEnd = window.visualViewport?.height ?? window.innerHeight
			const isAbove = line.bottom + GAP_PX + height > screenEnd && line.top > height
			const top = isAbove ? line.top - height - GAP_PX : line.bottom + GAP_PX
			// The Content-Security-Policy allows scripts to set styles
			Object.assign(current.style, { top: `${top}px`, left: `${left}px`, width: `${width}px` })
		}
		// Above everything that would clip it, such as a row of a long list
		if (!current.matches(':popover-open')) current.showPopover()
		place()
		window.addEventListener('scroll', place, { passive: true, capture: true })
		window.addEventListener('resize', place)
		return () => {
			window.removeEventListener('scroll', place, { capture: true })
			window.removeEventListener('resize', place)
		}
	}, [field, start, count])
	return sheet
}
