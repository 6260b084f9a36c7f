import { useSyncExternalStore } from 'react'
import { platform } from '#web/app/platform.ts'

const IP_ADDRESS = /^[\d.]+$|:/

const isSupported = () =>
	platform.hasPasskeys && 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)
const subscribe = () => () => {}

/**
 * Whether passkeys work here: not in the app, whose origin is not the site's, nor without TLS or with an IP address for a
 * host name. Rendered as if they do.
 */
export function usePasskeySupport(): boolean {
	return useSyncExternalStore(subscribe, isSupported, () => true)
}
