/** Draws the center square of a picture so that it fills the canvas. */
export function drawSquare(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
	const { width, height } = bitmap
	const side = Math.min(width, height)
	const context = canvas.getContext('2d')
	context?.clearRect(0, 0, canvas.width, canvas.height)
	context?.drawImage(bitmap, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** Returns the center square of a picture as a file, null if encoding fails. Other types than JPEG become PNG to keep transparency. */
export function createSquareFile(bitmap: ImageBitmap, side: number, type: string): Promise<Blob | null> {
	const canvas = document.createElement('canvas')
	canvas.width = side
	canvas.height = side
	drawSquare(canvas, bitmap)
	return new Promise((resolve) => {
		canvas.toBlob(resolve, type === 'image/jpeg' ? type : 'image/png', 0.92)
	})
}
