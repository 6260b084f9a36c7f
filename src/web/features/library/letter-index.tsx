import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import css from './letter-index.module.css'
import { isNarrowed, libraryQuery, type ShownLibrary } from './library-filters.ts'

/** The first stands for signs and digits, with which a list by name begins. */
const LETTERS = '#ABCDEFGHIJKLMNOPQRSTUVWXYZ'

interface LetterIndexProps {
	shown: ShownLibrary
	/** Called before the list begins at another letter. */
	onJump: () => void
}

/** Links to the letters of a library by name, whose list then begins there. */
export function LetterIndex({ shown, onJump }: LetterIndexProps) {
	const { letter: current } = shown
	const index = useRef<HTMLElement>(null)
	useEffect(() => {
		const link = current && index.current?.querySelector<HTMLElement>('[aria-current]')
		// Where there is no room for all letters, they scroll
		if (link && index.current) index.current.scrollTop = link.offsetTop - 2 * link.offsetHeight
	}, [current])
	return (
		<nav ref={index} className={css.letters} aria-label="Letters">
			{[...LETTERS].map((letter) => (
				<Link
					key={letter}
					to={{ search: libraryQuery({ ...shown, cursor: null, letter: letter === '#' ? '' : letter }) }}
					aria-label={letter === '#' ? 'From the start (#)' : `From ${letter}`}
					aria-current={letter === current ? 'true' : undefined}
					replace={isNarrowed(shown)}
					preventScrollReset
					onClick={onJump}
				>
					{letter}
				</Link>
			))}
		</nav>
	)
}
