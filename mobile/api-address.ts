const own = ['localhost', '127.0.0.1', '[::1]', '10.0.2.2']

/**
 * The site that the app is for, as it was named: an https address without a path. http is allowed for this machine (10.0.2.2
 * is what Android's emulator calls it). Throws with a sentence for whoever named it.
 */
export function apiAddress(text: string | undefined): string {
	if (!text?.trim())
		throw new Error('Name the site that the app is for: SAVEPOINT_API=https://savepoint.example npm run mobile:sync')
	const named = `SAVEPOINT_API is "${text}"`
	if (!URL.canParse(text)) throw new Error(`${named}, which is no address. It must be like https://savepoint.example.`)
	const { protocol, hostname, origin, pathname, search, hash, username } = new URL(text)
	if (protocol !== 'https:' && !(protocol === 'http:' && own.includes(hostname)))
		throw new Error(`${named}, but phones talk to sites over https only. It must be like https://savepoint.example.`)
	if (pathname !== '/' || search || hash || username)
		throw new Error(`${named}, but Savepoint lives at the root of its host. It must be like https://savepoint.example.`)
	return origin
}
