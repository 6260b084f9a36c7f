import { removeSpoilerMarks } from '#contract/spoiler-spans.ts'
import { truncateText } from '#web/ui/truncate-text.ts'

/** Truncates a person's text for a place where its spans cannot be opened. */
export const excerptOf = (text: string, length: number): string => truncateText(removeSpoilerMarks(text), length)

/** Says why a text is not shown; `game` is what it may spoil, if that is one game. */
export const describeHidden = (game?: string | null): string =>
	game ? `Hidden: contains spoilers for ${game}.` : 'Hidden: contains spoilers.'
