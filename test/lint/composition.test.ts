import { expect, test } from 'vitest'
import { readSources } from '#kit/sources.ts'

/** Where no text is typed, so that no input method composes. */
const WITHOUT_TEXT = [
	'src/web/features/lists/pointer-drag.ts',
	'src/web/features/lists/use-sorting.ts',
	'src/web/features/moderation/keys-dialog.tsx',
	'src/web/native/back-button.ts',
	// Their callers look
	'src/web/features/moderation/queue-board.tsx',
	'src/web/ui/combobox.tsx',
]

test('what handles Enter or Escape leaves those to an input method that composes', () => {
	const named = readSources('src/web').filter(({ nodes }) =>
		nodes.some(({ type, value }) => type === 'Literal' && (value === 'Escape' || value === 'Enter')),
	)
	const blind = named.filter(
		({ nodes }) => !nodes.some(({ type, name }) => type === 'Identifier' && name === 'isComposing'),
	)
	expect(blind.map(({ file }) => file).sort()).toEqual([...WITHOUT_TEXT].sort())
})
