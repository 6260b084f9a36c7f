import { useEffect, useState } from 'react'
import { useLazyModule } from './lazy-module.ts'
import { showToast } from './toasts.ts'

/** A form whose module is loaded by `load`; says so if that fails. */
export function useLazyForm<M>(importModule: () => Promise<M>): { module: M | null; load: () => void } {
	const [isWanted, setWanted] = useState(false)
	const { module, hasFailed } = useLazyModule(importModule, isWanted)
	useEffect(() => {
		if (!hasFailed) return
		showToast({ kind: 'bad', message: 'This form did not load. Please try again.' })
		// The next press tries again
		setWanted(false)
	}, [hasFailed])
	return { module, load: () => setWanted(true) }
}
