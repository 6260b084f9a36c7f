import { createPersistedState } from '#web/app/persisted-state.ts'

/** The subscription of this browser: whose it is, and the address that the server knows. */
export interface StoredDevice {
	userId: string
	endpoint: string
}

const isStoredDevice = (value: unknown): value is StoredDevice =>
	typeof value === 'object' && value !== null && 'userId' in value && 'endpoint' in value

export const storedPushDevice = createPersistedState('pushDevice', isStoredDevice)
