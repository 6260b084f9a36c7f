import css from './skeleton.module.css'

/** The place of something that is on its way, in its final size. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'short' | 'cover' | 'round' | 'block' }) {
	return <span className={`${css.skeleton} ${css[shape]}`} aria-hidden="true" />
}
