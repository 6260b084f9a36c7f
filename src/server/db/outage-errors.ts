// Codes of the system while it connects and while a connection is open, and PostgreSQL's own for the same: it shuts
// down, crashes or starts, has no connection left, or the connection failed.
const UNREACHABLE =
	/^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300|08\w{3})$/
const CONNECTION_LOST =
	/^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/

// A limit on a statement, lock or idle transaction was met, transactions crossed each other, the server became a standby
// or lost its database, or it or this machine is out of memory, disk or file handles.
const BUSY =
	/^(57014|55P03|25P0[34]|40P01|40001|25006|57P0[45]|53\w{3}|58030|ENOENT|ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EROFS)$/

/** Whether the error says that no working connection to the database can be had right now. */
export function isUnreachable(error: unknown): boolean {
	const { code, syscall, message } = error as NodeJS.ErrnoException
	// The socket file of a server that does not run is missing
	if (code === 'ENOENT') return syscall === 'connect'
	return UNREACHABLE.test(code ?? '') || CONNECTION_LOST.test(message ?? '')
}

/** Whether the error is a state of the database or the disk that passes, so that the same request may succeed later. */
export function isTransient(error: unknown): boolean {
	return isUnreachable(error) || BUSY.test((error as NodeJS.ErrnoException).code ?? '')
}

/** Why the database cannot be reached; several addresses of one name that all fail have no words of their own. */
export function getErrorMessage(error: unknown): string {
	const { message, errors = [] } = error as Error & { errors?: Error[] }
	return message || errors.map((each) => each.message).join(', ')
}
