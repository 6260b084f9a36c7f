import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { pluralize } from '#web/app/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import css from './list-details.module.css'
import type { ListWords } from './list-draft.ts'
import { VISIBILITIES } from './list-options.tsx'

/** Screens with room for the details beside the games. */
const BESIDE = '(width >= 1000px)'

interface ListDetailsProps {
	draft: ListWords
	hasProblem: boolean
	/** The fields. */
	children: ReactNode
}

/** The fields of a list but its title and games: beside them on wide screens, and else folded below. A problem unfolds them. */
export function ListDetails({ draft, hasProblem, children }: ListDetailsProps) {
	const id = useId()
	const box = useRef<HTMLDivElement>(null)
	const isBeside = useMediaQuery(BESIDE)
	const [isUnfolded, setUnfolded] = useState(false)
	// A form cannot focus a field that is folded away
	const unfold = useEffectEvent(() => {
		if (isBeside || isUnfolded) return
		setUnfolded(true)
		const first = box.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
		if (!first || !box.current?.contains(first)) return
		first.scrollIntoView({ block: 'center' })
		first.focus({ preventScroll: true })
	})
	useEffect(() => {
		if (hasProblem) unfold()
	}, [hasProblem])
	const isOpen = isBeside || isUnfolded || hasProblem
	return (
		<section className={css.details} aria-labelledby={`${id}-heading`}>
			<h2 id={`${id}-heading`}>
				{isBeside ? (
					'Details'
				) : (
					<button
						type="button"
						className={css.fold}
						aria-expanded={isOpen}
						aria-controls={id}
						onClick={() => setUnfolded(!isOpen)}
					>
						<span>Details</span>
						<span className={css.state}>{describeDetails(draft)}</span>
						<Icon name="down" size={18} />
					</button>
				)}
			</h2>
			<div ref={box} id={id} className={css.fields} hidden={!isOpen}>
				{children}
			</div>
		</section>
	)
}

/** Sums up what is folded: `Public · ranked · 2 tags`. */
function describeDetails({ visibility, isRanked, tags }: ListWords): string {
	return [
		VISIBILITIES.find(({ value }) => value === visibility)?.label,
		isRanked ? 'ranked' : 'not ranked',
		tags.length > 0 && pluralize(tags.length, 'tag'),
	]
		.filter(Boolean)
		.join(' · ')
}
