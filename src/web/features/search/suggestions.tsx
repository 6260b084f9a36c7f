import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { type GamesWithValue, SEARCH_TOO_SHORT, searchGames, searchUsers } from '#contract/search.ts'
import type { PublicUser } from '#contract/users.ts'
import { useRead } from '#web/app/data.tsx'
import { pluralize } from '#web/app/format.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { GameLine } from '#web/features/games/game-line.tsx'
import { readRecentGames } from '#web/features/games/recent-games.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useCombobox } from '#web/ui/combobox.tsx'
import { usePersistedValue } from '#web/ui/use-persisted-value.ts'
import { FilterLine, filterPath } from './filter-line.tsx'
import { SEARCH_FAILED } from './search-messages.ts'
import css from './suggestions.module.css'
import { useSearchText } from './use-search-text.ts'

// Visitors never need it
const loadPlayingButton = () => import('#web/features/library-entry/playing-button.tsx')

const MAX_RESULTS = { games: 5, users: 3 }

type Suggestion =
	| { kind: 'filter'; found: GamesWithValue }
	| { kind: 'game'; game: GameRef }
	| { kind: 'user'; user: PublicUser }
	| { kind: 'all'; query: string }

function suggestionPath(suggestion: Suggestion): string {
	if (suggestion.kind === 'filter') return filterPath(suggestion.found)
	if (suggestion.kind === 'game') return paths.game(suggestion.game.id)
	return suggestion.kind === 'user'
		? paths.profile(suggestion.user.username)
		: paths.search({ query: suggestion.query })
}

function getKey(suggestion: Suggestion): string | number {
	if (suggestion.kind === 'filter') return filterPath(suggestion.found)
	if (suggestion.kind === 'game') return suggestion.game.id
	return suggestion.kind === 'user' ? suggestion.user.id : 'all'
}

const readRecent = () => readRecentGames().map((game): Suggestion => ({ kind: 'game', game }))

/** The games and users that a search field suggests while typing, and the games last looked at while it is empty. The field itself is rendered by its parent. */
export function Suggestions({ field }: { field: HTMLInputElement }) {
	const navigate = useNavigate()
	const { module: marks } = useLazyModule(loadPlayingButton, useSession().status === 'in')
	const [text, setText] = useState(field.value)
	const { query, isLongEnough, isSettled } = useSearchText(text)
	const games = useRead(searchGames, { query: { query, limit: MAX_RESULTS.games } }, { enabled: isSettled })
	const users = useRead(searchUsers, { query: { query, limit: MAX_RESULTS.users } }, { enabled: isSettled })
	const shown = usePersistedValue(isSettled && !games.error ? games.data : undefined, isLongEnough && !games.error)
	const shownUsers = usePersistedValue(
		isSettled && !users.error ? users.data?.data : undefined,
		isLongEnough && !users.error,
	)
	const hasAnswers = isSettled && (games.data || games.error) && (users.data || users.error)

	const [recent, setRecent] = useState(readRecent)
	const combobox = useCombobox<Suggestion>({
		label: 'Games and users',
		groups:
			text.trim() === ''
				? [{ label: 'Recently viewed', options: recent }]
				: [
						...(shown?.filters.length
							? [{ label: null, options: shown.filters.map((found): Suggestion => ({ kind: 'filter', found })) }]
							: []),
						{
							label: 'Games',
							options: (shown?.games ?? []).map((game) => ({ kind: 'game', game })),
							note: hasAnswers ? 'No games found' : 'Searching...',
						},
						...(shownUsers?.length
							? [{ label: 'Users', options: shownUsers.map((user): Suggestion => ({ kind: 'user', user })) }]
							: []),
						...(shown?.games.length || shownUsers?.length
							? [{ label: null, options: [{ kind: 'all', query } satisfies Suggestion] }]
							: []),
					],
		getKey,
		getHref: suggestionPath,
		renderAct: marks
			? (suggestion) => suggestion.kind === 'game' && <marks.PlayingButton game={suggestion.game} />
			: undefined,
		children: (suggestion) =>
			suggestion.kind === 'filter' ? (
				<FilterLine found={suggestion.found} />
			) : suggestion.kind === 'game' ? (
				<GameLine game={suggestion.game} />
			) : suggestion.kind === 'all' ? (
				<span className={css.all}>
					All results for “<span className={css.query}>{suggestion.query}</span>”
				</span>
			) : (
				<>
					<Avatar name={suggestion.user.username} src={suggestion.user.profilePicture} size="small" />
					<span className={css.name}>{suggestion.user.username}</span>
					<span className={css.count}>{pluralize(suggestion.user.reviewCount, 'review')}</span>
				</>
			),
		onPick: (suggestion) => {
			field.value = ''
			setText('')
			field.blur()
			void navigate(suggestionPath(suggestion))
		},
		status: !isLongEnough
			? SEARCH_TOO_SHORT
			: games.error && users.error && isSettled
				? SEARCH_FAILED
				: hasAnswers
					? 'No results found'
					: 'Searching...',
		startsOpen: document.activeElement === field,
	})

	const onInput = useEffectEvent(() => {
		setText(field.value)
		combobox.restart()
	})
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		if (event.isComposing || combobox.press(event) || event.key !== 'Escape') return
		if (field.value === '') return field.blur()
		field.value = ''
		setText('')
		event.preventDefault()
	})
	const onOpen = useEffectEvent(() => {
		setRecent(readRecent)
		combobox.open()
	})
	const onClose = useEffectEvent(combobox.close)
	// The field is rendered by the header, even before this component has loaded.
	useEffect(() => {
		const controller = new AbortController()
		const { signal } = controller
		field.addEventListener('input', () => onInput(), { signal })
		field.addEventListener('keydown', (event) => onKeyDown(event), { signal })
		for (const name of ['focus', 'click']) field.addEventListener(name, () => onOpen(), { signal })
		field.addEventListener('blur', () => onClose(), { signal })
		field.form?.addEventListener('submit', () => field.blur(), { signal })
		// Catches text typed between the render and the effect
		setText(field.value)
		return () => controller.abort()
	}, [field])
	useEffect(() => {
		for (const [name, value] of Object.entries(combobox.attributes))
			if (value === undefined) field.removeAttribute(name)
			else field.setAttribute(name, String(value))
	})
	return <div className={css.container}>{combobox.list}</div>
}
