import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toPictureUrl } from './picture-host.ts'

interface PictureProps {
	src: string
	alt: string
	width: number
	height: number
	/** The picture in other widths; `sizes` is the width at which it is shown. */
	srcSet?: string | undefined
	sizes?: string | undefined
	/** True for pictures in view at first; others load when they come near. */
	eager?: boolean
	/** Fetch priority relative to other pictures in view; `high` is for the page's largest content, which is preloaded. */
	priority?: 'high' | 'low' | undefined
	/** Shown if the picture fails to load. */
	fallback?: ReactNode
}

/** An image that is removed if it fails to load, which reveals what is behind it, or replaced by `fallback`. */
export function Picture({
	src,
	alt,
	width,
	height,
	srcSet,
	sizes,
	eager = false,
	priority,
	fallback = null,
}: PictureProps) {
	const [failed, setFailed] = useState<string | null>(null)
	const image = useRef<HTMLImageElement>(null)
	// It may have failed before hydration, when `onError` was not attached yet
	useEffect(() => {
		if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
	}, [src])
	if (failed === src) return fallback
	return (
		<img
			ref={image}
			srcSet={srcSet && toPictureUrl(srcSet)}
			sizes={srcSet && sizes}
			src={toPictureUrl(src)}
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
