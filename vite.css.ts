import type { CSSOptions } from 'vite'

/** Compiles the custom media of `src/web/ui/breakpoints.css`. The build compiles everything else for its own target. */
export const css: CSSOptions = {
	transformer: 'lightningcss',
	lightningcss: {
		drafts: { customMedia: true },
		targets: { chrome: 200 << 16 },
		// A module may use a grid area that another one names
		cssModules: { grid: false },
	},
}
