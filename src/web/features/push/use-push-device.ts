import { useEffect, useState } from 'react'
import { subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { disablePush, enablePush, type PushState, readPushState } from './device.ts'
import { syncDevice } from './device-sync.ts'

/** Push messages in this browser. */
export interface PushDevice {
	/** Undefined until the browser has answered. */
	state: PushState | undefined
	/** Asks the browser for permission if need be; false if it gets no push messages after that. */
	enable: () => Promise<boolean>
	disable: () => Promise<boolean>
	/** Why the last of these did not work. */
	failure: string | null
}

export function usePushDevice(): PushDevice {
	const [state, setState] = useState<PushState>()
	const [failure, setFailure] = useState<string | null>(null)
	// The permission also changes in the browser's settings
	useEffect(() => {
		const read = () => void readPushState().then(setState, () => setState('unsupported'))
		read()
		window.addEventListener('focus', read)
		return () => window.removeEventListener('focus', read)
	}, [])
	const changeTo = async (wanted: PushState, change: () => Promise<PushState>) => {
		setFailure(null)
		try {
			const next = await change()
			setState(next)
			if (next === 'on') syncDevice(navigator.serviceWorker)
			// `denied` is said wherever the state is
			if (next === 'off' && wanted === 'on') setFailure('This browser didn’t allow push messages.')
			return next === wanted
		} catch (error) {
			setFailure(describeFailure(error, wanted === 'on' ? subscribeToPush : unsubscribeFromPush))
			// Part of it may have been done
			await readPushState().then(setState, () => {})
			return false
		}
	}
	return {
		state,
		enable: () => changeTo('on', enablePush),
		disable: () => changeTo('off', disablePush),
		failure,
	}
}

function describeFailure(error: unknown, { config }: { config: { failure: string } }): string {
	if (error instanceof ApiError) return getFailureMessage(error, config.failure)
	return 'This browser couldn’t reach its push service. Please try again.'
}
