import type { FactsRow } from './queries.ts'

/** How much a fact of each kind says: people look for a studio's other games, and most games are for a single player. */
const KINDS = { studio: 2, genre: 1, mode: 0.5 } as const
type Kind = keyof typeof KINDS

interface Fact {
	kind: Kind
	value: string
}

/** A game that has facts in common with liked ones. */
export interface FactMatch<Game> {
	game: Game
	/** The fact that says most for it. */
	fact: Fact
	/** The name of the liked game with this fact that is most like it, the newest among equals. */
	like: string
}

/**
 * Ranks games by what they have in common with liked ones, which are the newest first: the share of these that have a fact counts, the
 * more the fewer of `games` have it; what most have says nothing. What has the same main fact counts less each time. Ties stay in the order of `games`; those with nothing in common are left out.
 */
export function rankByFacts<Game extends FactsRow>(
	liked: readonly FactsRow[],
	games: readonly Game[],
): FactMatch<Game>[] {
	const wanted = countFacts(liked)
	const known = countFacts(games)
	const weigh = (fact: Fact) => {
		const having = known.get(toKey(fact)) ?? 0
		if (having * 2 > games.length) return 0
		const share = (wanted.get(toKey(fact)) ?? 0) / liked.length
		return share * KINDS[fact.kind] * Math.log(games.length / having)
	}
	const matches = games.flatMap((game) => {
		const facts = listFacts(game)
		const [most, ...others] = facts
			.map((fact) => ({ fact, weight: weigh(fact) }))
			.filter(({ weight }) => weight > 0)
			.sort((a, b) => b.weight - a.weight)
		if (!most) return []
		const sum = others.reduce((total, { weight }) => total + weight, most.weight)
		// Otherwise games with many facts would always come first
		const score = sum / Math.sqrt(facts.length)
		return { game, score, fact: most.fact, like: findMostAlike(liked, most.fact, facts) }
	})
	return vary(matches.sort((a, b) => b.score - a.score)).map(({ score, ...match }) => match)
}

/** Takes the best match in turn, where one counts the less the more often its fact was the reason: a studio does not fill the list. */
function vary<Match extends { score: number; fact: Fact }>(sorted: readonly Match[]): Match[] {
	const byFact = Map.groupBy(sorted, ({ fact }) => toKey(fact))
	const shares = [...byFact.values()].flatMap((ofFact) =>
		ofFact.map((match, earlier) => ({ match, share: match.score / (1 + earlier) })),
	)
	const places = new Map(sorted.map((match, place) => [match, place]))
	const placeOf = (match: Match) => places.get(match) ?? 0
	return shares.sort((a, b) => b.share - a.share || placeOf(a.match) - placeOf(b.match)).map(({ match }) => match)
}

function findMostAlike(liked: readonly FactsRow[], fact: Fact, facts: readonly Fact[]): string {
	const keys = new Set(facts.map(toKey))
	let best = { name: '', common: 0 }
	for (const game of liked) {
		const own = listFacts(game).map(toKey)
		const common = own.filter((key) => keys.has(key)).length
		if (own.includes(toKey(fact)) && common > best.common) best = { name: game.name, common }
	}
	return best.name
}

function listFacts({ developers, genres, game_modes }: FactsRow): Fact[] {
	const ofKind = (kind: Kind, values: readonly string[]) => [...new Set(values)].map((value) => ({ kind, value }))
	return [...ofKind('studio', developers), ...ofKind('genre', genres), ...ofKind('mode', game_modes)]
}

function countFacts(games: readonly FactsRow[]): Map<string, number> {
	const counts = new Map<string, number>()
	for (const fact of games.flatMap(listFacts)) counts.set(toKey(fact), (counts.get(toKey(fact)) ?? 0) + 1)
	return counts
}

function toKey({ kind, value }: Fact): string {
	return `${kind} ${value}`
}
