/** What is known of a game that a new record may be of. */
export interface Candidate {
	gameId: number
	/** What each of its records says. */
	records: readonly RecordTraits[]
}

/** By what games of the same name are told apart. */
export interface RecordTraits {
	source: string
	releaseDate: string | null
	developers: readonly string[]
	publishers: readonly string[]
}

export type Decision =
	| { join: number }
	/** A game of its own, and with which ones it may yet be the same. */
	| { unsure: readonly { gameId: number; reason: string }[] }

/** More pairs of one record say nothing more to a person. */
const MAX_UNSURE_PAIRS = 5

export const REASONS = {
	twoGames: 'Its ids elsewhere belong to both',
	sameSource: 'Both are in the same source',
	severalAlike: 'It could also be another one: name, year and company are alike',
	company: 'Name and year are alike, no company is the same',
	year: 'Name and company are alike, a year is unknown',
} as const

/**
 * Which game a record of a source is, that has never been met before: the one that shares an id elsewhere, else the one of the same
 * name with a year next to it and a company in common. Whatever is not certain is a game of its own, and is told.
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
	const alike = withSameName.map((candidate) => ({ candidate, likeness: compareTraits(record, candidate) }))
	const same = alike.filter(({ likeness }) => likeness === 'same').map(({ candidate }) => candidate)
	const joinable = same.filter((candidate) => !isFromSameSource(candidate))
	const [only] = joinable
	if (only && same.length === 1) return { join: only.gameId }
	if (same.length > 0) return toUnsure(same, same.length === 1 ? REASONS.sameSource : REASONS.severalAlike)
	// Within a source, two of a name are two: it has told them apart
	return {
		unsure: alike
			.flatMap(({ candidate, likeness }) =>
				(likeness === 'company' || likeness === 'year') && !isFromSameSource(candidate)
					? [{ gameId: candidate.gameId, reason: REASONS[likeness] }]
					: [],
			)
			.slice(0, MAX_UNSURE_PAIRS),
	}
}

function toUnsure(candidates: readonly Candidate[], reason: string): Decision {
	return { unsure: candidates.slice(0, MAX_UNSURE_PAIRS).map(({ gameId }) => ({ gameId, reason })) }
}

/** How a game of the same name is like a record: the same, or only but for what this names; undefined where they differ. */
function compareTraits(record: RecordTraits, { records }: Candidate): 'same' | 'company' | 'year' | undefined {
	const year = getYear(record)
	const years = records.map(getYear).filter((known) => known !== undefined)
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

/** A company as it is compared: without case, accents, punctuation and legal form; '' for what names none. */
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
