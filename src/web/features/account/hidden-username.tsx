/** Gives password managers the username that a password form belongs to. Invisible to users. */
export function HiddenUsername({ username }: { username: string }) {
	return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
}
