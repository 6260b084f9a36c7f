/** Draws the square at the middle of a picture onto the whole of a canvas. */
export function drawSquare(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
	const { width, height } = bitmap
	const side = Math.min(width, height)
	const context = canvas.getContext('2d')
	context?.clearRect(0, 0, canvas.width, canvas.height)
	context?.drawImage(bitmap, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square at the middle of a picture as a file, null where the browser makes none; only JPEG has no clear parts to lose. */
export function createSquareFile(bitmap: ImageBitmap, side: number, type: string): Promise<Blob | null> {
	const canvas = document.createElement('canvas')
	canvas.width = side
	canvas.height = side
	drawSquare(canvas, bitmap)
	return new Promise((resolve) => {
		canvas.toBlob(resolve, type === 'image/jpeg' ? type : 'image/png', 0.92)
	})
}
