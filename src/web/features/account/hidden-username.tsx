/** Tells a password manager whose password a form is about. People do not see it. */
export function KnownUsername({ username }: { username: string }) {
	return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
}
