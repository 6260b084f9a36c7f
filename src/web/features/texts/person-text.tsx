import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/app/session.tsx'
import { showToast } from '#web/app/toasts.ts'
import css from './person-text.module.css'
import { layOutText, type ShownPart } from './text-parts.ts'

interface SentText {
	text: string
	/** The users whom the text mentions. */
	mentions: readonly { username: string }[]
}

/** Fetches a text with its spoilers; undefined if it is gone. */
export type Reveal = (client: QueryClient) => Promise<SentText | undefined>

interface PersonTextProps extends SentText {
	/** Whether the text was sent without its spoilers. */
	isHidden: boolean
	reveal: Reveal
	/** The path of a page that shows the text with its spoilers, for browsers without scripts. */
	revealedPath: string
}

/**
 * The words of a person, with links to the users whom they mention. Spoilers are bars that a press opens; what was not
 * sent is fetched then. Spoilers that were sent are open.
 */
export function PersonText({ text, mentions, isHidden, reveal, revealedPath }: PersonTextProps) {
	const { revealed, load } = useReveal(text, reveal)
	const shown = revealed ?? { text, mentions }
	return (
		<TextParts
			parts={layOutText(shown.text, shown.mentions, isHidden && !revealed)}
			areOpen={!isHidden}
			hasOwnWidth={!isHidden}
			revealedPath={revealedPath}
			onOpen={() => isHidden && load()}
		/>
	)
}

interface TextPartsProps {
	parts: readonly ShownPart[]
	/** Whether spoilers are open before the viewer opens or closes them. */
	areOpen: boolean
	/** Whether a closed bar is as wide as its text. */
	hasOwnWidth: boolean
	revealedPath: string
	onOpen?: () => void
}

/** The parts of a text. Spoilers are bars, which a press opens and closes. */
export function TextParts({ parts, areOpen, hasOwnWidth, revealedPath, onOpen }: TextPartsProps) {
	const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map())
	const choose = (position: number, isOpen: boolean) => {
		setChoices((before) => new Map(before).set(position, isOpen))
		if (isOpen) onOpen?.()
	}
	return parts.map((part) =>
		part.isSpoiler ? (
			<SpoilerSpan
				key={part.position}
				part={part}
				isOpen={choices.get(part.position) ?? areOpen}
				isPressed={choices.has(part.position)}
				hasOwnWidth={hasOwnWidth}
				revealedPath={revealedPath}
				onChange={(isOpen) => choose(part.position, isOpen)}
			/>
		) : (
			<Pieces key={part.position} of={part} />
		),
	)
}

/** Loads a text with its spoilers, once. */
function useReveal(text: string, reveal: Reveal) {
	const client = useQueryClient()
	const [answer, setAnswer] = useState<{ of: string; revealed: SentText } | null>(null)
	const isLoading = useRef(false)
	const load = () => {
		if (isLoading.current || answer?.of === text) return
		isLoading.current = true
		const fail = () => showToast({ kind: 'bad', message: 'The spoiler did not load. Please try again.' })
		reveal(client)
			.then((revealed) => (revealed ? setAnswer({ of: text, revealed }) : fail()), fail)
			.finally(() => {
				isLoading.current = false
			})
	}
	// A text that has been edited is another one
	return { revealed: answer?.of === text ? answer.revealed : null, load }
}

interface SpoilerSpanProps {
	part: ShownPart
	isOpen: boolean
	/** Whether the viewer opened or closed it, so that it fades in. */
	isPressed: boolean
	/** Whether a closed bar is as wide as its text. */
	hasOwnWidth: boolean
	revealedPath: string
	onChange: (isOpen: boolean) => void
}

function SpoilerSpan({ part, isOpen, isPressed, hasOwnWidth, revealedPath, onChange }: SpoilerSpanProps) {
	const { status } = useSession()
	const isShown = isOpen && part.pieces !== null
	if (status === 'unknown' && !isShown)
		return (
			<Link to={revealedPath} className={css.bar} rel="nofollow" aria-label="Spoiler" preventScrollReset>
				▮▮▮
			</Link>
		)
	const hide = ({ target, currentTarget }: MouseEvent) => {
		const selection = getSelection()
		const hasSelected = selection?.isCollapsed === false && currentTarget.contains(selection.anchorNode)
		// Neither following a link nor selecting words hides them
		if (!hasSelected && !(target as Element).closest('a')) onChange(false)
	}
	return (
		<>
			<button
				type="button"
				className={isShown ? `${css.bar} ${css.open}` : css.bar}
				// Of the server's rendering, no span is both known and closed
				style={!isShown && hasOwnWidth ? { inlineSize: `${lengthOf(part)}ch` } : undefined}
				aria-label="Spoiler"
				aria-expanded={isShown}
				onClick={() => onChange(!isShown)}
			>
				{!isShown && '▮▮▮'}
			</button>
			{isShown && (
				// biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same
				// biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
				<span className={isPressed ? `${css.spoiler} ${css.fresh}` : css.spoiler} onClick={hide}>
					<Pieces of={part} />
				</span>
			)}
		</>
	)
}

const lengthOf = ({ pieces }: ShownPart) =>
	pieces?.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.typed).length, 0) ?? 0

function Pieces({ of: { pieces } }: { of: ShownPart }) {
	let position = 0
	return pieces?.map((piece) => {
		if (typeof piece === 'string') {
			position += piece.length
			return piece
		}
		position += piece.typed.length
		return (
			<Link key={position} to={paths.profile(piece.username)} className={css.mention}>
				{piece.typed}
			</Link>
		)
	})
}
