import { type GameListDetail, getList } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { read } from '#web/app/data.tsx'
import { PersonText } from '#web/features/texts/person-text.tsx'

/** The call that answers a list with the spoilers in its texts. */
export const revealedListInput = (id: string) => ({ params: { id }, query: { reveal: true } })

interface ListTextProps {
	list: Pick<GameListDetail, 'id' | 'mentions' | 'isHidden'>
	text: string
	/** Returns the same text of the list as sent with its spoilers. */
	pick: (list: GameListDetail) => string | null | undefined
}

/** The description of a list, or the notes on one of its games. */
export function ListText({ list: { id, mentions, isHidden }, text, pick }: ListTextProps) {
	return (
		<PersonText
			text={text}
			mentions={mentions}
			isHidden={isHidden}
			reveal={async (client) => {
				const list = await client.query(read(getList, revealedListInput(id)))
				const sent = pick(list)
				return sent ? { text: sent, mentions: list.mentions } : undefined
			}}
			revealedPath={paths.list(id, { spoilers: 1 })}
		/>
	)
}
