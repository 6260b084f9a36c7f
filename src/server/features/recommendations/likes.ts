/** Which games each person likes, as numbers from 0: `games` of person p are those from `starts[p]` to `starts[p + 1]`. */
export interface Likes {
	games: Int32Array
	starts: Int32Array
	gameCount: number
}

/** Packs the games that each person likes. A game appears once in each. */
export function packLikes(people: readonly (readonly number[])[], gameCount: number): Likes {
	const starts = new Int32Array(people.length + 1)
	for (const [person, games] of people.entries()) starts[person + 1] = (starts[person] ?? 0) + games.length
	return { games: Int32Array.from(people.flat()), starts, gameCount }
}

/** The same the other way round: the people who like each game. */
export function invertLikes({ games, starts, gameCount }: Likes): { people: Int32Array; starts: Int32Array } {
	const counts = countLikes({ games, starts, gameCount })
	const ends = new Int32Array(gameCount + 1)
	for (let game = 0; game < gameCount; game++) ends[game + 1] = (ends[game] ?? 0) + (counts[game] ?? 0)
	const next = ends.slice()
	const people = new Int32Array(games.length)
	for (let person = 0; person + 1 < starts.length; person++)
		for (let at = starts[person] ?? 0; at < (starts[person + 1] ?? 0); at++) {
			const game = games[at] ?? 0
			people[next[game] ?? 0] = person
			next[game] = (next[game] ?? 0) + 1
		}
	return { people, starts: ends }
}

/** The number of people who like each game. */
export function countLikes({ games, gameCount }: Likes): Int32Array {
	const counts = new Int32Array(gameCount)
	for (const game of games) counts[game] = (counts[game] ?? 0) + 1
	return counts
}
