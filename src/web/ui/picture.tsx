import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pictureAddress } from './picture-host.ts'

interface PictureProps {
	src: string
	alt: string
	width: number
	height: number
	/** The same picture in other widths, and how wide it is shown. */
	srcSet?: string | undefined
	sizes?: string | undefined
	/** Pictures in sight at once load before others; the rest when they come near. */
	eager?: boolean
	/** What the network brings before or after other pictures that are in sight. */
	priority?: 'high' | 'low' | undefined
	/** Stands in its place when it cannot be shown. */
	instead?: ReactNode
}

/** An image that leaves when it cannot be shown, so that what stands behind it is seen, or something else instead. */
export function Picture({
	src,
	alt,
	width,
	height,
	srcSet,
	sizes,
	eager = false,
	priority,
	instead = null,
}: PictureProps) {
	const [failed, setFailed] = useState<string | null>(null)
	const image = useRef<HTMLImageElement>(null)
	// It may have failed before the page became alive, when nobody listened.
	useEffect(() => {
		if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
	}, [src])
	if (failed === src) return instead
	return (
		<img
			ref={image}
			srcSet={srcSet && pictureAddress(srcSet)}
			sizes={srcSet && sizes}
			src={pictureAddress(src)}
			alt={alt}
			width={width}
			height={height}
			loading={eager ? 'eager' : 'lazy'}
			fetchPriority={priority}
			decoding="async"
			onError={() => setFailed(src)}
		/>
	)
}
