import { Cover } from '../ui/cover.tsx'

const widths = [150, 300, 450, 600]

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
			srcSet={coverSet(game.cover)}
			sizes={sizes}
			eager={eager}
			priority={priority}
			decorative={decorative}
		/>
	)
}

/** A cover as small as it is to be had. */
export function smallCover(cover: string): string {
	return cover.startsWith('/art/covers/') ? `${cover}?w=${widths[0]}` : cover
}

/** The widths in which our own drawings are to be had; other catalogues' covers come in one. */
export function coverSet(cover: string | null): string | undefined {
	return cover?.startsWith('/art/covers/')
		? widths.map((width) => `${cover}?w=${width} ${width}w`).join(', ')
		: undefined
}
