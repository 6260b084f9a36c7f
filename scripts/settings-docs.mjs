// `npm run settings`: writes `.env.example` and the table of settings in README.md from `src/server/settings/settings.ts`.
// With `--check` it writes nothing and fails if a file is out of date.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSettingSchema, SETTING_GROUPS } from '../src/server/settings/settings.ts'
import { root } from './processes.mjs'

const WIDTH = 120
const TABLE = /(?<=<!-- settings: written by `npm run settings` -->\n).*(?=<!-- end of settings -->)/s
const HEADER =
	'Copy this file to .env and change what you need. Environment variables take precedence over it. Every line shows the default. The site exits with an error naming any invalid value.'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
if (!TABLE.test(readme)) throw new Error('README.md has no markers for the table of settings.')
const documents = {
	'.env.example': renderExample(),
	'README.md': readme.replace(TABLE, () => `\n${renderTable()}\n`),
}

for (const [file, text] of Object.entries(documents)) {
	if (!process.argv.includes('--check')) writeFileSync(join(root, file), text)
	else if (readFileSync(join(root, file), 'utf8') !== text) {
		console.error(`${file} differs from src/server/settings/settings.ts. Run: npm run settings`)
		process.exitCode = 1
	}
}

function renderExample() {
	const groups = SETTING_GROUPS.map(({ title, description, settings }) =>
		[
			`# --- ${title} ---`,
			...(description ? wrapComment(description) : []),
			'',
			...Object.keys(settings).flatMap((name) => [...renderSetting(name), '']),
		].join('\n'),
	)
	return `${wrapComment(HEADER).join('\n')}\n\n${groups.join('\n')}`
}

function renderSetting(name) {
	const schema = getSettingSchema(name)
	const value = toText(schema.default)
	const hasExample = schema.example && !value.includes(schema.example)
	return [
		...wrapComment([schema.description, describeBounds(schema)].filter(Boolean).join(' ')),
		...(hasExample ? [`# Example: ${schema.example}`] : []),
		`#${name}=${value}`,
	]
}

function describeBounds({ enum: choices, minimum, maximum }) {
	if (choices) return `One of ${choices.join(', ')}.`
	return minimum === undefined ? undefined : `From ${minimum} to ${maximum}.`
}

function renderTable() {
	const rows = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings)).map((name) => {
		const { summary, unset } = getSettingSchema(name)
		return `| \`${name}\` | ${unset ?? renderDefault(getSettingSchema(name))} | ${summary} |`
	})
	return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

function renderDefault({ default: value }) {
	const text = toText(value)
	return text === '' ? 'none' : typeof value === 'number' ? text : `\`${text}\``
}

function toText(value) {
	return Array.isArray(value) ? value.join(' ') : String(value ?? '')
}

/** Wraps a text into comment lines no longer than the width of the code. */
function wrapComment(text) {
	const lines = []
	for (const word of text.split(' ')) {
		const longer = `${lines.at(-1)} ${word}`
		if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer
		else lines.push(`# ${word}`)
	}
	return lines
}
