import { escapeXml } from '#server/http/xml.ts'

/** HTML in which everything that people wrote is escaped. */
export class Markup {
	readonly text: string

	constructor(text: string) {
		this.text = text
	}
}

type Value = string | number | Markup | readonly Markup[] | null | false

/** A template of HTML: strings in it are escaped, as content and in double-quoted attributes; null and false are left out. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
	let text = strings[0] ?? ''
	for (const [index, value] of values.entries()) text += toText(value) + (strings[index + 1] ?? '')
	return new Markup(text)
}

function toText(value: Value): string {
	if (value === null || value === false) return ''
	if (value instanceof Markup) return value.text
	if (typeof value === 'object') return value.map(({ text }) => text).join('')
	return escapeXml(String(value))
}
