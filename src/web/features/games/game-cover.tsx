import { Cover } from '#web/ui/cover.tsx'

const WIDTHS = [150, 300, 450, 600]

interface GameCoverProps {
	game: { name: string; cover: string | null }
	/** The displayed width, as in an image's `sizes`: `120px`. */
	sizes: string
	eager?: boolean
	priority?: 'high' | undefined
	decorative?: boolean
}

/** A game's cover at the width the screen needs. */
export function GameCover({ game, sizes, eager = false, priority, decorative = true }: GameCoverProps) {
	return (
		<Cover
			src={game.cover}
			title={game.name}
			srcSet={coverSrcSet(game.cover)}
			sizes={sizes}
			eager={eager}
			priority={priority}
			decorative={decorative}
		/>
	)
}

/** Returns the URL of a cover at its smallest width. */
export function smallCoverUrl(cover: string): string {
	return `${cover}?w=${WIDTHS[0]}`
}

/** Returns the `srcset` of a cover with all available widths. */
export function coverSrcSet(cover: string | null): string | undefined {
	return cover === null ? undefined : WIDTHS.map((width) => `${cover}?w=${width} ${width}w`).join(', ')
}
