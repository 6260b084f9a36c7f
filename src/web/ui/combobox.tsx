import { type ReactNode, useId, useState } from 'react'
import card from './card.module.css'
import css from './search-combobox.module.css'

/** A group of options, labeled if there is more than one kind. */
export interface OptionGroup<O> {
	label: string | null
	options: readonly O[]
	/** Shown if the group has no options. */
	note?: string
	/** Whether its options are no results, but what else one can do. */
	isOther?: boolean
}

export interface OptionList<O> {
	/** Accessible name of the list. */
	label: string
	groups: readonly OptionGroup<O>[]
	getKey: (option: O) => string | number
	/** Returns an option's path, which makes it a link that can be opened in a new tab. */
	getHref?: (option: O) => string
	children: (option: O) => ReactNode
	onPick: (option: O) => void
	/** Renders the button for another act on an option, which pointers press at its end and the keyboard by Shift and Enter. */
	renderAct?: ((option: O) => ReactNode) | undefined
	/** Shown if there are no options: searching, or nothing found. Null shows nothing. */
	status: string | null
	/** True for a list in the page instead of a dropdown: it is always open. */
	isInline?: boolean
	/** True to start with the list open. */
	startsOpen?: boolean
}

/** A key press in the field, as a browser or a React event. */
interface Key {
	key: string
	shiftKey: boolean
	preventDefault: () => void
}

/**
 * Makes a field a combobox: returns the field's attributes, its key handler and the list to render. Arrow keys navigate
 * all groups, Enter picks, Escape closes.
 */
export function useCombobox<O>(list: OptionList<O>) {
	const { groups, onPick, status, isInline = false, startsOpen = false } = list
	const id = useId()
	const [isOpen, setOpen] = useState(startsOpen)
	const [active, setActive] = useState(-1)
	const options = groups.flatMap((group) => group.options)
	const isShown = (isInline || isOpen) && (options.length > 0 || status !== null)
	// The options may have become fewer since the last key press
	const current = isShown && active < options.length ? active : -1
	const pick = (option: O) => {
		setOpen(false)
		setActive(-1)
		onPick(option)
	}
	const activate = (index: number) => {
		setOpen(true)
		const next = options.length === 0 ? -1 : (index + options.length) % options.length
		setActive(next)
		document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
	}
	return {
		attributes: {
			role: 'combobox',
			'aria-expanded': isShown && options.length > 0,
			'aria-controls': `${id}-list`,
			'aria-autocomplete': 'list',
			'aria-activedescendant': current === -1 ? undefined : `${id}-${current}`,
		} as const,
		isShown,
		open: () => setOpen(true),
		close: () => setOpen(false),
		/** Opens the list with no option active; call it when the text changes. */
		restart: () => {
			setOpen(true)
			setActive(-1)
		},
		/** Handles a key press; false if the key has no meaning here. */
		press: (event: Key): boolean => {
			const option = options[current]
			if (event.key === 'ArrowDown') activate(current + 1)
			else if (event.key === 'ArrowUp') activate(current === -1 ? -1 : current - 1)
			else if (event.key === 'Enter' && event.shiftKey && option !== undefined && list.renderAct)
				pressAct(`${id}-${current}`)
			else if (event.key === 'Enter' && option !== undefined) pick(option)
			else if (event.key === 'Escape' && isShown && !isInline) setOpen(false)
			else return false
			event.preventDefault()
			return true
		},
		list: <Options {...list} id={id} isShown={isShown} current={current} onPick={pick} />,
	}
}

interface OptionsProps<O> extends OptionList<O> {
	id: string
	isShown: boolean
	/** Index of the active option among those of all groups; -1 for none. */
	current: number
}

/** Presses the button of another act on an option; nothing if it has none. */
const pressAct = (optionId: string) =>
	document.getElementById(optionId)?.parentElement?.querySelector('button')?.click()

/** The list of options or its status, and the live region that announces them. */
function Options<O>(props: OptionsProps<O>) {
	const { id, label, groups, getKey, getHref, children, onPick, renderAct, status, isInline, isShown, current } = props
	const count = groups.reduce((sum, { options }) => sum + options.length, 0)
	const found = groups.reduce((sum, { options, isOther }) => sum + (isOther ? 0 : options.length), 0)
	return (
		<>
			<div className={isInline ? css.inline : `${card.raised} ${css.sheet}`} hidden={!isShown}>
				{found === 0 && status !== null && <p className={css.status}>{status}</p>}
				<div id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
					{count > 0 &&
						groups.map((group, groupIndex) => {
							const before = groups.slice(0, groupIndex).reduce((sum, { options }) => sum + options.length, 0)
							const rows = group.options.map((option, index) => (
								<Option
									key={getKey(option)}
									id={`${id}-${before + index}`}
									href={getHref?.(option)}
									isCurrent={before + index === current}
									onPick={() => onPick(option)}
									act={renderAct?.(option)}
								>
									{children(option)}
								</Option>
							))
							if (group.label === null) return rows
							return (
								// biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
								<div key={group.label} role="group" aria-label={group.label} className={css.group}>
									<p className={css.label} aria-hidden="true">
										{group.label}
									</p>
									{rows}
									{rows.length === 0 && group.note && <p className={css.note}>{group.note}</p>}
								</div>
							)
						})}
				</div>
			</div>
			<p role="status" className="visually-hidden">
				{isShown && (found > 0 ? `${found} found` : status)}
			</p>
		</>
	)
}

interface OptionProps {
	id: string
	href: string | undefined
	isCurrent: boolean
	onPick: () => void
	act: ReactNode
	children: ReactNode
}

function Option({ act, ...option }: OptionProps) {
	if (!act) return <PickedOption {...option} />
	return (
		<div role="presentation" className={css.withAct}>
			<PickedOption {...option} />
			{/* A list box has no room for buttons: screen readers have the keyboard's way. The focus stays in the field. */}
			<div aria-hidden="true" className={css.act} onMouseDown={(event) => event.preventDefault()}>
				{act}
			</div>
		</div>
	)
}

function PickedOption({ id, href, isCurrent, onPick, children }: Omit<OptionProps, 'act'>) {
	const attributes = {
		id,
		role: 'option',
		tabIndex: -1,
		'aria-selected': isCurrent,
		className: css.option,
		// Keep the focus in the field, whose blur closes the list
		onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
	} as const
	if (href === undefined)
		return (
			// biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keyboard
			// biome-ignore lint/a11y/noStaticElementInteractions: its role is in the attributes
			<div {...attributes} onClick={onPick}>
				{children}
			</div>
		)
	return (
		<a
			{...attributes}
			href={href}
			onClick={(event) => {
				// Let the browser open it in a new tab or window
				if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
				event.preventDefault()
				onPick()
			}}
		>
			{children}
		</a>
	)
}
