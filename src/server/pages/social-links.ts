import { readFileSync } from 'node:fs'
import type { SocialLink } from '#contract/site.ts'

// Logos from Simple Icons, in the public domain (CC0)
const MARKS = JSON.parse(readFileSync(new URL('social-marks.json', import.meta.url), 'utf8')) as Record<string, string>

// Hosts whose name differs from that of their network
const NETWORKS: Readonly<Record<string, string>> = {
	'youtu.be': 'youtube',
	'discord.gg': 'discord',
	'bsky.app': 'bluesky',
}

const MAX_NAME_LENGTH = 40

/**
 * Parses an item of `SOCIAL_LINKS`: a name and a web address, such as `Mastodon=https://example.social/@us`. Returns
 * undefined if it is not valid.
 */
export function parseSocialLink(text: string): SocialLink | undefined {
	const [name = '', ...rest] = text.split('=').map((part) => part.trim())
	const url = URL.parse(rest.join('='))
	if (name === '' || name.length > MAX_NAME_LENGTH || !url || !/^https?:$/.test(url.protocol)) return undefined
	return { name, url: url.href, mark: findMark(name, url.hostname) }
}

/** Finds the logo of a network by the link's name or host. */
function findMark(name: string, hostname: string): string | null {
	const host = hostname.replace(/^www\./, '')
	const words = [...name.toLowerCase().split(/\W+/), NETWORKS[host] ?? host.split('.').at(-2) ?? '']
	return words.map((word) => (Object.hasOwn(MARKS, word) ? MARKS[word] : undefined)).find(Boolean) ?? null
}
