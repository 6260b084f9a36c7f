import type { ReactNode } from 'react'
import css from './skeleton.module.css'

/** The place of something that is on its way, in its final size. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'short' | 'cover' | 'round' | 'block' }) {
	return <span className={`${css.skeleton} ${css[shape]}`} aria-hidden="true" />
}

interface SkeletonListProps {
	/** What is on its way, as in "Loading games". */
	label: string
	count: number
	className?: string | undefined
	rowClassName?: string | undefined
	/** The skeleton of one row. */
	children: ReactNode
}

/** A list whose rows are on their way. */
export function SkeletonList({ label, count, className, rowClassName, children }: SkeletonListProps) {
	return (
		<ul className={className} aria-busy="true" aria-label={label}>
			{Array.from({ length: count }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: places without content never move
				<li key={index} className={rowClassName}>
					{children}
				</li>
			))}
		</ul>
	)
}
