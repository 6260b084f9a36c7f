import type { ReactNode } from 'react'
import css from './skeleton.module.css'

/** A loading skeleton in the final size of its content. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'short' | 'cover' | 'round' | 'block' }) {
	return <span className={`${css.skeleton} ${css[shape]}`} aria-hidden="true" />
}

interface SkeletonListProps {
	/** The accessible name, such as "Loading games". */
	label: string
	count: number
	className?: string | undefined
	rowClassName?: string | undefined
	/** The skeleton of one row. */
	children: ReactNode
}

/** A list of skeleton rows. */
export function SkeletonList({ label, count, className, rowClassName, children }: SkeletonListProps) {
	return (
		<ul className={className} aria-busy="true" aria-label={label}>
			{Array.from({ length: count }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never move
				<li key={index} className={rowClassName}>
					{children}
				</li>
			))}
		</ul>
	)
}
