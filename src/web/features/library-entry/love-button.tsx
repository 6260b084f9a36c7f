import { Icon } from '#web/ui/icon.tsx'
import css from './love-button.module.css'
import { LOVE } from './status-words.ts'

interface LoveButtonProps {
	/** Of the game. */
	name: string
	isLoved: boolean
	onPress: () => void
}

/** The heart of a game. A double click is one press. */
export function LoveButton({ name, isLoved, onPress }: LoveButtonProps) {
	return (
		<button
			type="button"
			className={css.love}
			aria-pressed={isLoved}
			aria-label={`${LOVE} ${name}`}
			title={LOVE}
			onClick={({ detail }) => {
				if (detail <= 1) onPress()
			}}
		>
			<Icon name="heart" size={22} />
		</button>
	)
}
