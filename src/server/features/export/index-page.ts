import type { AccountExport } from '#contract/export.ts'
import type { Db } from '#server/db/tables.ts'
import { html, type Markup } from './markup.ts'
import { cover, heading, type Pictures, personText, portrait, stars } from './page-parts.ts'
import {
	formatCount,
	formatDate,
	formatMinutes,
	pluralize,
	SHELVES,
	VISIBILITY_WORDS,
	yearFile,
	yearTitle,
} from './page-words.ts'
import { type Exported, readFlatPart } from './queries.ts'
import { COVERS_PER_LIST, type DiaryYear } from './queries-archive.ts'

/** What the pages of an archive show. */
export interface ArchiveContent {
	db: Db
	account: AccountExport['account']
	pictures: Pictures
	years: readonly DiaryYear[]
}

type Entry = Pick<
	Exported<'library'>,
	'gameId' | 'gameName' | 'status' | 'rating' | 'isWished' | 'isLoved' | 'minutesPlayed' | 'reviewId'
>

/** Writes the body of the first page, section by section. Of a library only what its wall shows is in memory, all else in batches. */
export async function* writeIndex(content: ArchiveContent): AsyncGenerator<Markup> {
	const { db, account, pictures, years } = content
	const library = await readLibrary(db, account.id)
	const favorites = await readFlatPart(db, account.id, 'favorites')
	yield writeHead(content, library)
	if (favorites.length > 0)
		yield html`<section>${heading('favorites', 'Favorites')}<ul class="favorites">${favorites.map((game) => html`<li>${cover(game, pictures)}<span class="name" dir="auto">${game.gameName}</span></li>`)}</ul></section>\n`
	if (years.length > 0) yield writeYears(years)
	yield* writeLibrary(library, pictures)
	yield* writeReviews(content)
	yield* writeDrafts(content)
	yield* writeLists(content)
	yield* writeComments(content)
	yield* writePeople(content)
	yield writeFoot()
}

async function readLibrary(db: Db, userId: string): Promise<Entry[]> {
	const library: Entry[] = []
	for await (const entries of readFlatPart(db, userId, 'library'))
		for (const { gameId, gameName, status, rating, isWished, isLoved, minutesPlayed, reviewId } of entries)
			library.push({ gameId, gameName, status, rating, isWished, isLoved, minutesPlayed, reviewId })
	return library.sort((a, b) => a.gameName.localeCompare(b.gameName, 'en') || a.gameId - b.gameId)
}

function writeHead({ account, pictures }: ArchiveContent, library: readonly Entry[]): Markup {
	const { username, name, bio, createdAt } = account
	const done = library.filter(({ status }) => status === 'finished' || status === 'completed').length
	const minutes = library.reduce((sum, { minutesPlayed }) => sum + (minutesPlayed ?? 0), 0)
	const numbers: readonly (readonly [string, string])[] = [
		['Games', formatCount(library.length)],
		['Finished', formatCount(done)],
		['Reviews', formatCount(library.filter(({ reviewId }) => reviewId !== null).length)],
		['Played', formatMinutes(minutes >= 60 ? minutes - (minutes % 60) : minutes)],
	]
	return html`<div class="profile">
${portrait(username, pictures)}
<div>
<h1>${username}</h1>
<p class="muted">${name !== null && html`<bdi>${name}</bdi> · `}Member since ${formatDate(createdAt.slice(0, 7))}</p>
${bio !== null && html`<p class="bio" dir="auto">${bio}</p>`}
</div>
</div>
<dl class="numbers">${numbers.map(([label, figure]) => html`<div><dt>${label}</dt><dd>${figure}</dd></div>`)}</dl>
`
}

const writeYears = (years: readonly DiaryYear[]): Markup =>
	html`<section>${heading('diary', 'Diary', 'A page for each year.')}<ul class="years">${years.map(
		({ year, entries, games }) =>
			html`<li><a href="years/${yearFile(year)}"><b>${yearTitle(year)}</b><span>${pluralize(games, 'game')} · ${pluralize(entries, 'entry', 'entries')}</span></a></li>`,
	)}</ul></section>\n`

function* writeLibrary(library: readonly Entry[], pictures: Pictures): Generator<Markup> {
	if (library.length === 0) {
		yield html`<section>${heading('library', 'Library')}<p class="muted">The library is empty.</p></section>\n`
		return
	}
	const shelves = Map.groupBy(library, ({ status }) => status)
	yield html`<section>${heading('library', 'Library', pluralize(library.length, 'game'))}\n`
	for (const [status, title] of SHELVES) {
		const entries = shelves.get(status) ?? []
		if (entries.length === 0) continue
		yield html`<h3>${title} <small>${formatCount(entries.length)}</small></h3>\n<ul class="wall">\n`
		for (const entry of entries) yield writeEntry(entry, pictures)
		yield html`</ul>\n`
	}
	yield html`</section>\n`
}

function writeEntry(entry: Entry, pictures: Pictures): Markup {
	const { gameName, rating, isWished, isLoved, reviewId } = entry
	const game = html`${cover(entry, pictures)}<span class="name" dir="auto">${gameName}</span>`
	const marks = [isLoved && 'Loved', isWished && 'Wishlist'].filter((mark) => mark !== false)
	return html`<li>${reviewId === null ? game : html`<a href="#review-${reviewId}">${game}</a>`}${stars(rating)}${marks.length > 0 && html`<span class="mark">${marks.join(' · ')}</span>`}</li>\n`
}

async function* writeReviews({ db, account, pictures }: ArchiveContent): AsyncGenerator<Markup> {
	yield html`<section>${heading('reviews', 'Reviews', 'From the first to the latest.')}\n`
	let isEmpty = true
	for await (const reviews of readFlatPart(db, account.id, 'reviews'))
		for (const review of reviews) {
			isEmpty = false
			const { gameName, rating, platform, timePlayed, day, description, containsSpoilers, likes } = review
			const facts = [formatDate(day), platform, timePlayed !== null && `${formatCount(timePlayed)} h`]
			const line = [...facts, likes > 0 && pluralize(likes, 'like')].filter(Boolean).join(' · ')
			yield html`<article class="review" id="review-${review.id}">
${cover(review, pictures)}
<div>
<h3 dir="auto">${gameName}</h3>
<p class="line">${stars(rating)}<span>${line}</span></p>
${personText(description, { isSpoiler: containsSpoilers, name: 'review' })}
</div>
</article>\n`
		}
	yield isEmpty ? html`<p class="muted">No reviews yet.</p></section>\n` : html`</section>\n`
}

async function* writeDrafts({ db, account, pictures }: ArchiveContent): AsyncGenerator<Markup> {
	yield* writeSection(
		readFlatPart(db, account.id, 'reviewDrafts'),
		heading('drafts', 'Drafts', 'Not published.'),
		(draft) => {
			const { gameName, rating, platform, updatedAt, description, containsSpoilers } = draft
			const line = [formatDate(updatedAt.slice(0, 10)), platform].filter(Boolean).join(' · ')
			return html`<article class="review">
${cover(draft, pictures)}
<div>
<h3 dir="auto">${gameName}</h3>
<p class="line">${stars(rating)}<span>${line}</span></p>
${personText(description, { isSpoiler: containsSpoilers, name: 'draft' })}
</div>
</article>\n`
		},
	)
}

async function* writeLists({ db, account, pictures }: ArchiveContent): AsyncGenerator<Markup> {
	yield* writeSection(readFlatPart(db, account.id, 'lists'), heading('lists', 'Lists'), (list) => {
		const { title, description, visibility, isRanked, tags, items } = list
		const line = [pluralize(items.length, 'game'), VISIBILITY_WORDS[visibility], isRanked && 'Ranked', ...tags]
		const games = items.map(
			({ gameName, notes }) => html`<li><span dir="auto">${gameName}</span>${notes !== '' && personText(notes)}</li>\n`,
		)
		return html`<article class="list">
<h3 dir="auto">${title}</h3>
<p class="line"><span>${line.filter(Boolean).join(' · ')}</span></p>
${description !== null && personText(description)}
<div class="fan">${items.slice(0, COVERS_PER_LIST).map((item) => cover(item, pictures))}</div>
<ol${isRanked ? null : html` class="unranked"`}>\n${games}</ol>
</article>\n`
	})
}

async function* writeComments({ db, account }: ArchiveContent): AsyncGenerator<Markup> {
	const write = (where: Markup, { content, containsSpoilers, createdAt }: Exported<'listComments'>): Markup =>
		html`<article class="comment"><p class="line"><span>${formatDate(createdAt.slice(0, 10))}, ${where}</span></p>${personText(content, { isSpoiler: containsSpoilers, name: 'comment' })}</article>\n`
	yield* writeSection(readFlatPart(db, account.id, 'comments'), heading('comments', 'Comments on Reviews'), (comment) =>
		write(html`on a review of <bdi>${comment.gameName}</bdi>`, { ...comment, listId: '' }),
	)
	yield* writeSection(
		readFlatPart(db, account.id, 'listComments'),
		heading('list-comments', 'Comments on Lists'),
		(comment) => write(html`on a list`, comment),
	)
}

async function* writePeople({ db, account }: ArchiveContent): AsyncGenerator<Markup> {
	for (const [part, title] of [
		['following', 'Following'],
		['followers', 'Followers'],
	] as const)
		yield* writeSection(
			readFlatPart(db, account.id, part),
			html`${heading(part, title)}<ul class="people">`,
			({ username }) => html`<li>${username}</li>\n`,
			html`</ul>`,
		)
}

/** Writes a section with what is in batches; nothing if they are empty. */
async function* writeSection<Row>(
	batches: AsyncIterable<readonly Row[]>,
	begin: Markup,
	write: (row: Row) => Markup,
	end: Markup | null = null,
): AsyncGenerator<Markup> {
	let isEmpty = true
	for await (const rows of batches)
		for (const row of rows) {
			if (isEmpty) yield html`<section>${begin}\n`
			isEmpty = false
			yield write(row)
		}
	if (!isEmpty) yield html`${end}</section>\n`
}

const writeFoot = (): Markup => html`<footer>
<h2 id="files">The Other Files</h2>
<p>This page shows what you played, wrote and made. Everything we keep about your account, such as likes, devices and settings, is in <a href="savepoint.json">savepoint.json</a>, which Savepoint can import.</p>
<p>For spreadsheets: <a href="library.csv">library.csv</a>, <a href="plays.csv">plays.csv</a>, <a href="sessions.csv">sessions.csv</a>, <a href="reviews.csv">reviews.csv</a>, <a href="lists.csv">lists.csv</a>.</p>
</footer>
`
