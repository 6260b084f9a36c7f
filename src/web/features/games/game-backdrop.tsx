import { useEffect, useRef, useState } from 'react'
import type { GameDetail } from '#contract/games.ts'
import { Picture } from '#web/ui/picture.tsx'
import { placeholderHue } from '#web/ui/placeholder-hue.ts'
import css from './game-backdrop.module.css'
import { pictureSrcSet } from './screenshots.tsx'

/**
 * The first picture, behind the top of the page. It is blurred, so half its width is enough. It fades in once it has loaded,
 * so that it is never the last large thing to appear beside the text.
 */
export function GameBackdrop({ game: { name, screenshots } }: { game: GameDetail }) {
	const [first] = screenshots
	const box = useRef<HTMLDivElement>(null)
	const [isLoaded, setLoaded] = useState(false)
	useEffect(() => {
		if (first === undefined) return
		box.current
			?.querySelector('img')
			?.decode()
			.then(
				() => setLoaded(true),
				() => {},
			)
	}, [first])
	if (first === undefined) return <div className={css.ground} data-hue={placeholderHue(name)} aria-hidden="true" />
	return (
		<div ref={box} className={css.backdrop} data-loaded={isLoaded} aria-hidden="true">
			<Picture
				src={first}
				alt=""
				width={1280}
				height={720}
				srcSet={pictureSrcSet(first)}
				sizes="50vw"
				eager
				priority="low"
			/>
		</div>
	)
}
