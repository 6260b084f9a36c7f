import { expect, test } from 'vitest'
import { nodesOf, readSources, type SourceNode } from '#kit/sources.ts'

// A moment is shown in its reader's zone by `Time`, and a day of a calendar, which is the same in every zone, by `formatDay`.

const sources = readSources('src/web')

const nameOf = (node: unknown) => (node as { name?: string }).name ?? ''
const namesIn = (node: unknown) => [...nodesOf(node)].filter(({ type }) => type === 'Identifier').map(nameOf)
const isCallOf = (node: SourceNode, names: readonly string[]) =>
	node.type === 'CallExpression' && names.includes(nameOf(node.callee))

test('no moment is formatted as a day', () => {
	const calls = sources.flatMap(({ file, nodes }) =>
		nodes
			.filter((node) => isCallOf(node, ['formatDay', 'formatMonth']))
			.map((node) => ({ file, names: namesIn(node.arguments) })),
	)
	expect(calls.length).toBeGreaterThan(5)
	const ofMoments = calls.filter(({ names }) => !names.some((name) => /day|month|On$|first/i.test(name)))
	expect(ofMoments).toEqual([{ file: 'src/web/features/users/person-picture.ts', names: ['memberSince'] }])
})

test('no other file formats dates in a zone of its own choice', () => {
	const files = sources.filter(({ nodes }) =>
		nodes.some(
			({ type, property }) =>
				type === 'MemberExpression' && /^(DateTimeFormat|toLocale(Date|Time)String)$/.test(nameOf(property)),
		),
	)
	expect(files.map(({ file }) => file)).toEqual([
		'src/web/app/format.ts',
		'src/web/features/calendar/calendar-days.ts',
		'src/web/features/diary/diary-jump.tsx',
		'src/web/features/diary/diary-list.tsx',
		'src/web/features/library-entry/day-field.tsx',
		'src/web/features/library-entry/play-days.ts',
		// The clock on the wall, of one's own drafts
		'src/web/features/reviews/draft-words.ts',
		'src/web/ui/relative-time.ts',
	])
})
