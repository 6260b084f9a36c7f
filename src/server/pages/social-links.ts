import { readFileSync } from 'node:fs'
import type { SocialLink } from '#contract/site.ts'

// The drawings of Simple Icons, which are in the public domain (CC0).
const marks = JSON.parse(readFileSync(new URL('social-marks.json', import.meta.url), 'utf8')) as Record<string, string>

// Hosts whose name is not that of their network.
const NETWORKS: Readonly<Record<string, string>> = {
	'youtu.be': 'youtube',
	'discord.gg': 'discord',
	'bsky.app': 'bluesky',
}

const MAX_LINKS = 8
const MAX_NAME_LENGTH = 40

/**
 * Reads `SOCIAL_LINKS`: pairs of a name and an address, such as `Mastodon=https://example.social/@us`, separated by
 * commas. `onMistake` gets a sentence for each that is not usable.
 */
export function readSocialLinks(text: string | undefined, onMistake: (sentence: string) => void): SocialLink[] {
	const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
	if (pairs.length > MAX_LINKS) onMistake(`SOCIAL_LINKS has ${pairs.length} links; it may have ${MAX_LINKS}.`)
	return pairs.slice(0, MAX_LINKS).flatMap((pair) => {
		const [name = '', ...rest] = pair.split('=').map((part) => part.trim())
		const url = URL.parse(rest.join('='))
		const isUsable = name !== '' && name.length <= MAX_NAME_LENGTH && /^https?:$/.test(url?.protocol ?? '')
		if (isUsable && url) return { name, url: url.href, mark: markOf(name, url.hostname) }
		onMistake(
			`SOCIAL_LINKS has "${pair.trim()}", which is not a name and a web address such as Mastodon=https://example.social/@us.`,
		)
		return []
	})
}

/** The mark of the network that the name or the host names. */
function markOf(name: string, hostname: string): string | null {
	const host = hostname.replace(/^www\./, '')
	const words = [...name.toLowerCase().split(/\W+/), NETWORKS[host] ?? host.split('.').at(-2) ?? '']
	return words.map((word) => (Object.hasOwn(marks, word) ? marks[word] : undefined)).find(Boolean) ?? null
}
