// System codes of connecting and of open connections, and PostgreSQL's codes for shutting down, crashing, starting, having
// no connection left, and connection failures
const UNREACHABLE =
	/^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300|08\w{3})$/
const CONNECTION_LOST =
	/^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/

// A statement, lock or idle transaction timed out, transactions deadlocked or failed to serialize, the server became a
// standby or lost its database, or the server or this machine is out of memory, disk or file handles
const BUSY =
	/^(57014|55P03|25P0[34]|40P01|40001|25006|57P0[45]|53\w{3}|58030|ENOENT|ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EROFS)$/

/** Whether the error means that the database cannot be reached right now. */
export function isUnreachable(error: unknown): boolean {
	const { code, syscall, message } = error as NodeJS.ErrnoException
	// A pooler rejects the settings of this connection, which waiting does not change
	if (isRejectedByPooler(error)) return false
	// The Unix socket of a stopped server does not exist
	if (code === 'ENOENT') return syscall === 'connect'
	return UNREACHABLE.test(code ?? '') || CONNECTION_LOST.test(message ?? '')
}

/** Whether a pooler such as PgBouncer rejected a connection because of its startup options. */
export function isRejectedByPooler(error: unknown): boolean {
	return /^unsupported startup parameter/.test((error as Error).message ?? '')
}

/** Whether the error is a temporary condition of the database or the disk, so that the request may succeed later. */
export function isTransient(error: unknown): boolean {
	return isUnreachable(error) || BUSY.test((error as NodeJS.ErrnoException).code ?? '')
}

/** Returns the error's message. An AggregateError of several failed addresses has none, so theirs are joined. */
export function getErrorMessage(error: unknown): string {
	const { message, errors = [] } = error as Error & { errors?: Error[] }
	return message || errors.map((each) => each.message).join(', ')
}
