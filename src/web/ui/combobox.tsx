import { type ReactNode, useId, useState } from 'react'
import card from './card.module.css'
import css from './search-combobox.module.css'

/** Options that belong together, under a label where there is more than one kind. */
export interface OptionGroup<O> {
	label: string | null
	options: readonly O[]
	/** Said in place of options that it has not. */
	note?: string
}

export interface OptionList<O> {
	/** Name of the list. */
	label: string
	groups: readonly OptionGroup<O>[]
	keyOf: (option: O) => string | number
	/** Where an option leads: it can then be opened elsewhere like any link. */
	hrefOf?: (option: O) => string
	children: (option: O) => ReactNode
	onPick: (option: O) => void
	/** Said where there are no options: that it searches, that nothing was found; null where there is nothing to say. */
	status: string | null
	/** True where the list stands in the page and not above it: it is always open. */
	isInline?: boolean
	/** Whether it is open before anything happens. */
	startsOpen?: boolean
}

/** A key that was pressed in the field, of the browser or of React. */
interface Key {
	key: string
	preventDefault: () => void
}

/**
 * The list under a search field, whoever draws the field: its attributes, what its keys do, and the list itself. Arrow
 * keys go through all groups, Enter picks, Escape closes.
 */
export function useCombobox<O>({
	label,
	groups,
	keyOf,
	hrefOf,
	children,
	onPick,
	status,
	isInline = false,
	startsOpen = false,
}: OptionList<O>) {
	const id = useId()
	const [isOpen, setOpen] = useState(startsOpen)
	const [active, setActive] = useState(-1)
	const options = groups.flatMap((group) => group.options)
	const isShown = (isInline || isOpen) && (options.length > 0 || status !== null)
	// What was found may have become less since the keys went through it.
	const current = isShown && active < options.length ? active : -1
	const pick = (option: O) => {
		setOpen(false)
		setActive(-1)
		onPick(option)
	}
	const go = (index: number) => {
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
		/** The text has changed: the list opens with nothing chosen. */
		restart: () => {
			setOpen(true)
			setActive(-1)
		},
		/** Does what a key stands for; false where it stands for nothing here. */
		press: (event: Key): boolean => {
			const option = options[current]
			if (event.key === 'ArrowDown') go(current + 1)
			else if (event.key === 'ArrowUp') go(current === -1 ? -1 : current - 1)
			else if (event.key === 'Enter' && option !== undefined) pick(option)
			else if (event.key === 'Escape' && isShown && !isInline) setOpen(false)
			else return false
			event.preventDefault()
			return true
		},
		list: (
			<>
				<div className={isInline ? css.inline : `${card.raised} ${css.sheet}`} hidden={!isShown}>
					<div id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
						{options.length > 0 &&
							groups.map((group, place) => {
								const before = groups.slice(0, place).reduce((sum, { options }) => sum + options.length, 0)
								const rows = group.options.map((option, index) => (
									<Option
										key={keyOf(option)}
										id={`${id}-${before + index}`}
										href={hrefOf?.(option)}
										isCurrent={before + index === current}
										onPick={() => pick(option)}
									>
										{children(option)}
									</Option>
								))
								if (group.label === null) return rows
								return (
									// biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
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
					{options.length === 0 && <p className={css.status}>{status}</p>}
				</div>
				<p role="status" className="visually-hidden">
					{isShown && (options.length > 0 ? `${options.length} found` : status)}
				</p>
			</>
		),
	}
}

interface OptionProps {
	id: string
	href: string | undefined
	isCurrent: boolean
	onPick: () => void
	children: ReactNode
}

function Option({ id, href, isCurrent, onPick, children }: OptionProps) {
	const attributes = {
		id,
		role: 'option',
		tabIndex: -1,
		'aria-selected': isCurrent,
		className: css.option,
		// The field keeps the focus, so that leaving it can close the list.
		onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
	} as const
	if (href === undefined)
		return (
			// biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the arrow keys of the field
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
				// Into another tab or window is the browser's matter.
				if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
				event.preventDefault()
				onPick()
			}}
		>
			{children}
		</a>
	)
}
