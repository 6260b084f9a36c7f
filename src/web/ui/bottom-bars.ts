import { createStore } from './store.ts'

/** The space that a message keeps to a bar. */
const GAP_PX = 12

const bars = createStore<readonly HTMLElement[]>([])

/** The `ref` of a bar that sticks to the lower edge of the screen: messages stand above it. */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
	if (!bar) return undefined
	bars.set([...bars.get(), bar])
	return () => bars.set(bars.get().filter((other) => other !== bar))
}

/**
 * Lifts an element that is fixed to the lower edge above the bars it would lie on, by its property `--bottom-bar`, until
 * the returned function is called. Follows bars that come, go, grow, or leave the edge at the end of their page.
 */
export function standAboveBars(element: HTMLElement): () => void {
	const place = () => {
		element.style.setProperty('--bottom-bar', '0px')
		const { top, bottom, left, right } = element.getBoundingClientRect()
		let lift = 0
		const boxes = bars.get().map((bar) => bar.getBoundingClientRect())
		const lowestFirst = boxes.sort((a, b) => b.bottom - a.bottom)
		for (const bar of lowestFirst) {
			const isBeside = bar.right <= left || bar.left >= right
			const isApart = bar.bottom + GAP_PX <= top - lift || bar.top - GAP_PX >= bottom - lift
			if (bar.height > 0 && !isBeside && !isApart) lift = bottom + GAP_PX - bar.top
		}
		element.style.setProperty('--bottom-bar', `${lift}px`)
	}
	const sizes = new ResizeObserver(place)
	const observe = () => {
		sizes.disconnect()
		// What is above a bar moves it
		for (const one of [element, document.body, ...bars.get()]) sizes.observe(one, { box: 'border-box' })
		place()
	}
	observe()
	const unsubscribe = bars.subscribe(observe)
	window.addEventListener('scroll', place, { passive: true })
	window.addEventListener('resize', place)
	return () => {
		sizes.disconnect()
		unsubscribe()
		window.removeEventListener('scroll', place)
		window.removeEventListener('resize', place)
	}
}
