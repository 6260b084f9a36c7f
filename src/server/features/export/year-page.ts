import type { ArchiveContent } from './index-page.ts'
import { html, type Markup } from './markup.ts'
import { cover, type Pictures, personText, stars } from './page-parts.ts'
import {
	describeEntry,
	formatDate,
	formatMinutes,
	formatWeekday,
	pluralize,
	yearFile,
	yearTitle,
} from './page-words.ts'
import { type DiaryEntry, type DiaryYear, readDiaryYear } from './queries-archive.ts'

/** Writes the body of the page of a year: what was played and written, from its first day to its last. */
export async function* writeYear(
	{ db, account, pictures, years }: ArchiveContent,
	of: DiaryYear,
): AsyncGenerator<Markup> {
	yield writeHead(of, years)
	let [month, day]: [string | undefined, string | undefined] = [undefined, undefined]
	for await (const entries of readDiaryYear(db, account.id, of.year))
		for (const entry of entries) {
			if (day !== undefined && entry.day !== day) yield html`</ul></div>\n`
			if (entry.day.slice(0, 7) !== month) {
				if (month !== undefined) yield html`</section>\n`
				month = entry.day.slice(0, 7)
				yield html`<section class="month"><h2>${monthTitle(month)}</h2>\n`
			}
			if (entry.day !== day) {
				day = entry.day
				yield html`<div class="day">${dayFigure(day)}<ul>\n`
			}
			yield writeEntry(entry, pictures)
		}
	if (day !== undefined) yield html`</ul></div>\n</section>\n`
}

function writeHead({ year, games, finished, minutes }: DiaryYear, years: readonly DiaryYear[]): Markup {
	const numbers = [
		pluralize(games, 'game'),
		finished > 0 && `${pluralize(finished, 'playthrough')} finished`,
		minutes > 0 && `${formatMinutes(minutes)} in sessions`,
	]
	const links = years.map((other) =>
		other.year === year
			? html`<li><b aria-current="page">${yearTitle(other.year)}</b></li>`
			: html`<li><a href="${yearFile(other.year)}">${yearTitle(other.year)}</a></li>`,
	)
	return html`<nav aria-label="Years"><ul><li><a href="../index.html">All</a></li>${links}</ul></nav>
<h1>${yearTitle(year)}</h1>
<p class="lead">${numbers.filter(Boolean).join(' · ')}</p>
`
}

function monthTitle(month: string): string {
	if (month === '') return 'Played at some time'
	return month.length === 4 ? `Sometime in ${month}` : formatDate(month)
}

const dayFigure = (day: string): Markup =>
	day.length === 10
		? html`<p class="date"><b>${Number(day.slice(8))}</b>${formatWeekday(day)}</p>`
		: html`<p class="date"></p>`

function writeEntry(entry: DiaryEntry, pictures: Pictures): Markup {
	const { gameName, kind, id, note, rating } = entry
	const name = html`<span class="name" dir="auto">${gameName}</span>`
	return html`<li>${cover(entry, pictures)}<div>${kind === 'reviewed' ? html`<a href="../index.html#review-${id}">${name}</a>` : name}<p class="line">${stars(rating)}<span>${describeEntry(entry)}</span></p>${note !== null && personText(note)}</div></li>\n`
}
