import { homePicturePath, SHARE_PICTURE } from '#contract/share-pictures.ts'
import { HEADLINE } from '#contract/site.ts'

/** The picture that stands for a page where its link is shared. */
export interface PagePicture {
	path: string
	/** What it shows, for people who cannot see it. */
	alt: string
}

/** The metadata of a page, and the HTTP status when the server renders it. */
export interface PageHead {
	/** Without the site's name, which is appended. */
	title: string
	description?: string
	/** Path of the canonical URL, with the query if that selects another page; without it the page is not indexed. */
	path?: string
	/** Whether search engines should only index the page at `path`, of which this is a variant. */
	isVariant?: boolean
	/** That of the home page by default. */
	picture?: PagePicture
	type?: 'website' | 'article' | 'profile'
	/** schema.org data without its `@context`; `absolute` converts paths to URLs. */
	jsonLd?: (absolute: (path: string) => string) => Record<string, unknown>
	/** Path of the page's Atom feed. */
	feed?: string
	status?: number
}

interface Tag {
	name: 'meta' | 'link' | 'script'
	attributes: Record<string, string>
	text?: string
}

/** Replaces the previous page's tags in the document with those of a head. */
export function writeTags(head: PageHead, origin: string, siteName: string): void {
	for (const old of document.head.querySelectorAll('[data-head]')) old.remove()
	for (const { name, attributes, text } of headTags(head, origin, siteName)) {
		const element = document.createElement(name)
		for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
		if (text) element.textContent = text
		element.setAttribute('data-head', '')
		document.head.append(element)
	}
}

const HOME_PICTURE: PagePicture = {
	path: homePicturePath(),
	alt: `Savepoint: ${HEADLINE}. Behind the words, a wall of game covers.`,
}

/** Returns the tags of a head, except the title. */
export function headTags(head: PageHead, origin: string, siteName: string): Tag[] {
	const absolute = (path: string) => new URL(path, origin).href
	const meta = (key: 'name' | 'property', name: string, content: string): Tag => ({
		name: 'meta',
		attributes: { [key]: name, content },
	})
	const picture = head.picture ?? HOME_PICTURE
	const tags: Tag[] = []
	if (head.description)
		tags.push(meta('name', 'description', head.description), meta('property', 'og:description', head.description))
	if (head.path === undefined || head.isVariant || (head.status ?? 200) !== 200)
		tags.push(meta('name', 'robots', 'noindex'))
	if (head.path !== undefined)
		tags.push(
			{ name: 'link', attributes: { rel: 'canonical', href: absolute(head.path) } },
			meta('property', 'og:url', absolute(head.path)),
		)
	tags.push(
		meta('property', 'og:title', head.title),
		meta('property', 'og:type', head.type ?? 'website'),
		meta('property', 'og:site_name', siteName),
		meta('property', 'og:image', absolute(picture.path)),
		meta('property', 'og:image:type', SHARE_PICTURE.type),
		meta('property', 'og:image:width', String(SHARE_PICTURE.width)),
		meta('property', 'og:image:height', String(SHARE_PICTURE.height)),
		meta('property', 'og:image:alt', picture.alt),
		meta('name', 'twitter:card', 'summary_large_image'),
		meta('name', 'twitter:title', head.title),
		meta('name', 'twitter:image', absolute(picture.path)),
		meta('name', 'twitter:image:alt', picture.alt),
	)
	if (head.description) tags.push(meta('name', 'twitter:description', head.description))
	if (head.feed)
		tags.push({
			name: 'link',
			attributes: { rel: 'alternate', type: 'application/atom+xml', title: head.title, href: head.feed },
		})
	if (head.jsonLd) {
		const data = { '@context': 'https://schema.org', ...head.jsonLd(absolute) }
		tags.push({
			name: 'script',
			attributes: { type: 'application/ld+json' },
			text: JSON.stringify(data).replaceAll('<', '\\u003c'),
		})
	}
	return tags
}
