/** A game that a new record may belong to. */
export interface Candidate {
	gameId: number
	/** The traits of each of its records. */
	records: readonly RecordTraits[]
}

/** What distinguishes games of the same name. */
export interface RecordTraits {
	source: string
	releaseDate: string | null
	developers: readonly string[]
	publishers: readonly string[]
}

export type Decision =
	| { join: number }
	/** A new game, and the games that it may be the same as. */
	| { unsure: readonly { gameId: number; reason: string }[] }

/** More pairs of one record would not help the operator. */
const MAX_UNSURE_PAIRS = 5

export const REASONS = {
	twoGames: 'Its external ids belong to both',
	sameSource: 'Both are in the same source',
	severalAlike: 'It could also be another one: name, year and company are alike',
	company: 'Name and year are alike, no company is the same',
	year: 'Name and company are alike, a year is unknown',
} as const

/**
 * Decides which game a new record belongs to: the one that shares an external id, else the one of the same name whose
 * year differs by at most one and that shares a company. Anything less certain becomes a new game with unsure pairs.
 */
export function decideMatch(
	record: RecordTraits,
	withSameId: readonly Candidate[],
	withSameName: readonly Candidate[],
): Decision {
	const isFromSameSource = ({ records }: Candidate) => records.some(({ source }) => source === record.source)
	if (withSameId.length > 0) {
		const [only, ...others] = withSameId
		if (only && others.length === 0 && !isFromSameSource(only)) return { join: only.gameId }
		return toUnsure(withSameId, others.length > 0 ? REASONS.twoGames : REASONS.sameSource)
	}
	const alike = withSameName.map((candidate) => ({ candidate, similarity: compareTraits(record, candidate) }))
	const same = alike.filter(({ similarity }) => similarity === 'same').map(({ candidate }) => candidate)
	const joinable = same.filter((candidate) => !isFromSameSource(candidate))
	const [only] = joinable
	if (only && same.length === 1) return { join: only.gameId }
	if (same.length > 0) return toUnsure(same, same.length === 1 ? REASONS.sameSource : REASONS.severalAlike)
	// Two games of the same name in one source are different games
	return {
		unsure: alike
			.flatMap(({ candidate, similarity }) =>
				(similarity === 'company' || similarity === 'year') && !isFromSameSource(candidate)
					? [{ gameId: candidate.gameId, reason: REASONS[similarity] }]
					: [],
			)
			.slice(0, MAX_UNSURE_PAIRS),
	}
}

function toUnsure(candidates: readonly Candidate[], reason: string): Decision {
	return { unsure: candidates.slice(0, MAX_UNSURE_PAIRS).map(({ gameId }) => ({ gameId, reason })) }
}

/** Compares a game of the same name with a record: the same, the same except for the named trait, or undefined if they differ. */
function compareTraits(record: RecordTraits, { records }: Candidate): 'same' | 'company' | 'year' | undefined {
	const year = getYear(record)
	const years = records.map(getYear).filter((year) => year !== undefined)
	const isYearKnown = year !== undefined && years.length > 0
	const isNear = isYearKnown && years.some((other) => Math.abs(other - year) <= 1)
	if (isYearKnown && !isNear) return undefined
	const companies = getCompanyKeys(record)
	const isShared = records.some((other) => [...getCompanyKeys(other)].some((company) => companies.has(company)))
	if (isNear) return isShared ? 'same' : 'company'
	return isShared ? 'year' : undefined
}

function getYear({ releaseDate }: RecordTraits): number | undefined {
	return releaseDate ? Number(releaseDate.slice(0, 4)) : undefined
}

function getCompanyKeys({ developers, publishers }: RecordTraits): Set<string> {
	return new Set([...developers, ...publishers].map(toCompanyKey).filter((key) => key !== ''))
}

const LEGAL_FORMS = new Set(
	'ab ag as bv co company corp corporation gmbh inc incorporated kg kk limited llc llp ltd nv oy oyj plc pty sa sarl spa srl'.split(
		' ',
	),
)
const COMPANY_PLACEHOLDERS = new Set(['', 'unknown', 'none', 'na', 'tba', 'tbd', 'various', 'selfpublished', 'self'])

/** Returns a company name for comparison: without case, accents, punctuation and legal form; '' for placeholders. */
export function toCompanyKey(name: string): string {
	const words =
		name
			.normalize('NFKD')
			.toLowerCase()
			.replace(/\p{M}/gu, '')
			.replace(/[.'’]/g, '')
			.match(/[\p{L}\p{N}]+/gu) ?? []
	while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop()
	const key = words.join('')
	return COMPANY_PLACEHOLDERS.has(key) ? '' : key
}
