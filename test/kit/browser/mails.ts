import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { SiteProcess } from '#kit/site-process.ts'

/** Waits for a mail to an address and returns its newest link to a screen. Without a mail server, mails are files. */
export async function waitForMailedLink(site: SiteProcess, address: string, screen: string): Promise<string> {
	let link: string | undefined
	await expect
		.poll(async () => {
			link = (await readMailsTo(site, address)).flatMap((mail) => findLinks(mail, screen)).at(-1)
			return link
		})
		.toBeDefined()
	return link ?? ''
}

async function readMailsTo({ dataDir }: SiteProcess, address: string): Promise<string[]> {
	const folder = path.join(dataDir, 'mail')
	const names = await readdir(folder).catch(() => [])
	const mails = await Promise.all(names.sort().map((name) => readFile(path.join(folder, name), 'utf8')))
	return mails.filter((mail) => mail.includes(`To: ${address}\n`))
}

/** Returns the links to a screen in a quoted-printable mail. */
function findLinks(mail: string, screen: string): string[] {
	const text = mail.replaceAll(/=\n/g, '').replaceAll('=3D', '=')
	return [...text.matchAll(/^https?:\/\/\S+$/gm)].map(([link]) => link).filter((link) => link.includes(screen))
}
