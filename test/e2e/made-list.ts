import type { SiteProcess } from '../process.ts'

/** Makes a list over the API as the one whose token it is, and returns its id. The games are built-in ones. */
export async function madeList(
	site: SiteProcess,
	accessToken: string,
	list: { title: string; description?: string; games: { gameId: number; notes?: string }[] },
): Promise<string> {
	const answer = await fetch(`${site.url}/api/lists`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
		body: JSON.stringify(list),
	})
	const { id } = (await answer.json()) as { id: string }
	return id
}
