import { listTokens } from '#contract/tokens.ts'
import { useRead } from '#web/app/data.tsx'
import css from './tokens-section.module.css'

/** The element of the settings that lists tokens. */
export const TOKENS_ID = 'api-tokens'

/** Says, after a new password, that tokens still work, and leads to where they are ended; nothing if there are none. */
export function TokensReminder() {
	const { data } = useRead(listTokens, {}, { refetchOnMount: 'always' })
	if (!data || data.tokens.length === 0) return null
	return (
		<p className={css.reminder}>
			Your API tokens still work. <a href={`#${TOKENS_ID}`}>End the ones you don’t need</a>.
		</p>
	)
}
