import { useEffect, useRef } from 'react'
import css from './picture-field.module.css'
import { drawSquare } from './picture-square.ts'

const SIDE = 256

/** The preview of a chosen picture, cropped to its center square. */
export function PicturePreview({ bitmap }: { bitmap: ImageBitmap }) {
	const canvas = useRef<HTMLCanvasElement>(null)
	useEffect(() => {
		if (canvas.current) drawSquare(canvas.current, bitmap)
	}, [bitmap])
	return <canvas ref={canvas} width={SIDE} height={SIDE} className={css.preview} role="img" aria-label="New picture" />
}
