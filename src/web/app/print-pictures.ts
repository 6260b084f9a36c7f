/** Loads the pictures that have not been in sight when the page is printed. */
export function loadPicturesForPrint(): void {
	window.addEventListener('beforeprint', () => {
		for (const picture of document.querySelectorAll<HTMLImageElement>('main img[loading="lazy"]'))
			picture.loading = 'eager'
	})
}
