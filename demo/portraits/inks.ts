/** The colors of a picture: `back` for the background, `main` for the motif, `dark` and `accent` for its details. */
export type Inks = { back: string; main: string; dark: string; accent: string }

function inks(back: string, main: string, dark: string, accent: string): Inks {
	return { back, main, dark, accent }
}

/** Chosen by eye, warm and printed. */
export const INKS: readonly Inks[] = [
	inks('#e5a32c', '#fff6e0', '#35190a', '#bf3823'),
	inks('#bf3823', '#f7ead8', '#37100b', '#ffc46b'),
	inks('#16726e', '#f6f3e2', '#052e30', '#ffc45c'),
	inks('#1e3450', '#f6e3c5', '#0b1626', '#ffab4a'),
	inks('#ea8573', '#fff1e3', '#4a1520', '#f9cf72'),
	inks('#94b18d', '#faf6e4', '#1a3728', '#d8572f'),
	inks('#f0e2c4', '#c2452d', '#2e1a12', '#e5a32c'),
	inks('#4363b0', '#f7f1df', '#141f49', '#ffc94f'),
	inks('#7f4560', '#f9e6d8', '#2c1022', '#ff9d6b'),
	inks('#a24c2d', '#fbeedb', '#33130b', '#f4c66a'),
	inks('#d9e4cf', '#2d7a6c', '#12352f', '#e2603f'),
	inks('#26413a', '#f3ecd8', '#0a1d18', '#f2b84b'),
	inks('#f3cdb5', '#7b3346', '#331321', '#d9622f'),
	inks('#7fb7cf', '#fdf3da', '#123450', '#e8582f'),
]
