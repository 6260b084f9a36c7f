import css from './scene.module.css'
import scenes from './scenes.svg'

/**
 * The drawing of an empty state: a shelf of games, a book of reviews, a lantern and a way, two cups where nobody else
 * sits, a bell at rest, a torn map, a pulled plug, a magnifier, a seed.
 */
export type SceneName = 'shelf' | 'book' | 'lantern' | 'cups' | 'bell' | 'map' | 'plug' | 'magnifier' | 'seed'

/** A drawing in two inks, decorative. All are in one file, which the browser loads when the first is shown. */
export function Scene({ name }: { name: SceneName }) {
	return (
		<svg viewBox="0 0 240 160" width={240} height={160} className={css.scene} aria-hidden="true">
			<use href={`${scenes}#${name}`} />
		</svg>
	)
}
