import type { ReactNode } from 'react'
import { RANKING_ORDER, type RankingSubject } from '#contract/popularity.ts'
import css from './ranking-rules.module.css'

interface Rule {
	/** The letter in formulas; null for what is no number. */
	letter: string | null
	words: string
	/** How things that are equal before it are sorted. */
	direction: 'most first' | 'newest first' | 'in order'
	/** Whether it is counted in the days of the period. */
	isOfPeriod?: true
}

const RULES: Readonly<{
	[S in RankingSubject]: Readonly<Record<(typeof RANKING_ORDER)[S][number], Rule>>
}> = {
	games: {
		reviews: { letter: 'R', words: 'reviews written', direction: 'most first', isOfPeriod: true },
		ratings: { letter: 'n', words: 'ratings, with or without a review', direction: 'most first' },
		prominence: { letter: 'p', words: 'how well known the catalog says it is', direction: 'most first' },
		name: { letter: null, words: 'the name', direction: 'in order' },
	},
	reviews: {
		engagements: { letter: 'E', words: 'likes and comments received', direction: 'most first', isOfPeriod: true },
		impressions: { letter: 'S', words: 'times it was seen', direction: 'most first', isOfPeriod: true },
		newest: { letter: null, words: 'the time of writing', direction: 'newest first' },
	},
	users: {
		impressions: { letter: 'S', words: 'times their reviews were seen', direction: 'most first', isOfPeriod: true },
		followers: { letter: 'f', words: 'followers', direction: 'most first' },
		name: { letter: null, words: 'the name', direction: 'in order' },
	},
}

const listRules = (subject: RankingSubject): Rule[] => {
	const rules: Readonly<Record<string, Rule>> = RULES[subject]
	return RANKING_ORDER[subject].flatMap((word) => rules[word] ?? [])
}

/** By what a ranking is sorted, in words, and the same in symbols. */
export function RankingRules({ subject }: { subject: RankingSubject }) {
	const rules = listRules(subject)
	const numbers = rules.filter(({ letter }) => letter !== null)
	return (
		<>
			<ol className={css.rules}>
				{rules.map((rule) => (
					<li key={rule.words}>
						{rule.letter !== null && (
							<>
								<Letter rule={rule} />
								{', '}
							</>
						)}
						{rule.words}
						{rule.isOfPeriod && ' in the period'}, {rule.direction}
					</li>
				))}
			</ol>
			<p className={css.formula}>
				<var>x</var> is ahead of <var>y</var> if <Tuple rules={numbers} of="x" /> &gt; <Tuple rules={numbers} of="y" />,
				compared from the left
			</p>
		</>
	)
}

/** The sum over the days of a period: `Rw = r0 + r1 + … + rw−1`. */
export function PeriodSum() {
	return (
		<p className={css.formula}>
			<var>R</var>
			<sub>w</sub> = <var>r</var>
			<sub>0</sub> + <var>r</var>
			<sub>1</sub> + … + <var>r</var>
			<sub>w−1</sub>
		</p>
	)
}

function Letter({ rule }: { rule: Rule }): ReactNode {
	return (
		<>
			<var>{rule.letter}</var>
			{rule.isOfPeriod && <sub>w</sub>}
		</>
	)
}

/** The numbers of one thing, in parentheses. */
function Tuple({ rules, of }: { rules: readonly Rule[]; of: string }) {
	return (
		<span className={css.tuple}>
			(
			{rules.map((rule, index) => (
				<span key={rule.words}>
					{index > 0 && ', '}
					<Letter rule={rule} />
				</span>
			))}
			)(<var>{of}</var>)
		</span>
	)
}
