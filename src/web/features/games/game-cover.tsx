import { Cover } from '#web/ui/cover.tsx'

const WIDTHS = [150, 300, 450, 600]

interface GameCoverProps {
	game: { name: string; cover: string | null }
	/** How wide it is shown, as the `sizes` of an image: `120px`. */
	sizes: string
	eager?: boolean
	priority?: 'high' | undefined
	decorative?: boolean
}

/** A game's cover in the width that the screen needs. */
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

/** A cover as small as it is to be had. */
export function smallCoverUrl(cover: string): string {
	return `${cover}?w=${WIDTHS[0]}`
}

/** The widths in which a cover is to be had. */
export function coverSrcSet(cover: string | null): string | undefined {
	return cover === null ? undefined : WIDTHS.map((width) => `${cover}?w=${width} ${width}w`).join(', ')
}
