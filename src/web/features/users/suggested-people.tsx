import { getPopularUsers, type PopularUser } from '#contract/popular-users.ts'
import { useRead } from '#web/app/data.tsx'
import { useSession } from '#web/app/session.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import css from './suggested-people.module.css'
import { UserRow } from './user-row.tsx'

export const SUGGESTED = 3
/** One more, because the viewer may be one of them. */
const PEOPLE = { query: { period: 'all', limit: SUGGESTED + 1, withTopGames: true } } as const

/** The three people who are read most, without the viewer; undefined until they are known. */
export function useSuggestedPeople() {
	const { user } = useSession()
	const { data, error, retry } = useRead(getPopularUsers, PEOPLE)
	return { people: data?.users.filter(({ id }) => id !== user?.id).slice(0, SUGGESTED), error, retry }
}

/** People to follow. */
export function SuggestedPeople({ people }: { people: readonly PopularUser[] }) {
	return (
		<ul className={css.people}>
			{people.map((person) => (
				<li key={person.id}>
					<UserRow user={person}>
						<FollowButton user={person} kind="quiet" />
					</UserRow>
				</li>
			))}
		</ul>
	)
}
