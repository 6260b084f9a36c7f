import type { ComponentType, ReactNode } from 'react'
import { useLazyModule } from './lazy-module.ts'

interface LazyOptions<Props> {
	/** Rendered until the module has loaded. */
	placeholder?: (props: Props) => ReactNode
	/** Rendered if it failed to load; without it, the placeholder stays. */
	failure?: (props: Props) => ReactNode
}

/**
 * Returns the component `name` of a module that loads when the component is first rendered in the browser, and after a
 * failure as with `useLazyModule`. Unlike React's `lazy`, it neither suspends nor throws.
 */
export function lazy<Name extends string, Props extends object>(
	load: () => Promise<Record<Name, ComponentType<Props>>>,
	name: Name,
	{ placeholder, failure }: LazyOptions<Props> = {},
) {
	let Loaded: ComponentType<Props> | undefined
	return function LazyComponent(props: Props): ReactNode {
		const { module, hasFailed } = useLazyModule(load, Loaded === undefined)
		Loaded ??= module?.[name]
		if (Loaded) return <Loaded {...props} />
		return hasFailed && failure ? failure(props) : placeholder?.(props)
	}
}
