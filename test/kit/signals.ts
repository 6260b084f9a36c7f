/** Sends a signal to a process. Returns whether there was one: it may have ended by itself. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
	try {
		return process.kill(pid, signal)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
		return false
	}
}

/** Whether a process has not ended, no matter whose it is. */
export function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}
