import { escapeXml } from '#server/http/xml.ts'

/** Something that happened, with a link to it. */
export interface MailItem {
	sentence: string
	/** What somebody wrote. */
	excerpt?: string | undefined
	url: string
}

/** The content of a mail: paragraphs, what happened, and at most one link as its call to action. */
export interface MailContent {
	subject: string
	/** The recipient's username. */
	username: string
	paragraphs: readonly string[]
	items?: readonly MailItem[]
	link?: { label: string; url: string }
	/** Shown below the link: what to do if the recipient did not ask for the mail. */
	closing: string
	/** Links below the closing. */
	closingLinks?: readonly { label: string; url: string }[]
	/** The site's origin, for the footer. */
	origin: string
}

/** Renders a mail as text and as HTML. Neither loads external content. */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
	const { subject, username, paragraphs, items = [], link, closing, closingLinks = [], origin } = content
	const text = [
		`Hello ${username},`,
		...paragraphs,
		...items.map(({ sentence, excerpt, url }) => [sentence, ...(excerpt ? [`“${excerpt}”`] : []), url].join('\n')),
		...(link ? [`${link.label}:\n${link.url}`] : []),
		closing,
		...closingLinks.map(({ label, url }) => `${label}:\n${url}`),
		`Savepoint\n${origin}`,
	].join('\n\n')
	return { subject, text: `${text}\n`, html: renderHtml(content) }
}

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

// Mail clients support tables and inline styles; those that support neither still show the sentences in order.
function renderHtml(content: MailContent): string {
	const { subject, username, paragraphs, items = [], link, closing, closingLinks = [], origin } = content
	const paragraph = (content: string, style = '') =>
		`<p style="margin: 0 0 16px; font-size: 16px; line-height: 1.55; ${style}">${content}</p>`
	const paragraphsHtml = [`Hello ${username},`, ...paragraphs]
		.map((sentence) => paragraph(escapeXml(sentence)))
		.join('\n')
	const itemsHtml = items
		.map(({ sentence, excerpt, url }) => {
			const quote = excerpt ? `<br><span style="color: #57534e">“${escapeXml(excerpt)}”</span>` : ''
			return paragraph(`<a href="${escapeXml(url)}" style="color: #0f7a66">${escapeXml(sentence)}</a>${quote}`)
		})
		.join('\n')
	const closingLinksHtml = closingLinks
		.map(({ label, url }) => `<a href="${escapeXml(url)}" style="color: #57534e">${escapeXml(label)}</a>`)
		.join(' · ')
	const button = link
		? `<p style="margin: 24px 0"><a href="${escapeXml(link.url)}" style="display: inline-block; padding: 13px 22px; border-radius: 10px; background: #f6a93b; color: #1d1404; font-size: 16px; font-weight: 600; text-decoration: none">${escapeXml(link.label)}</a></p>
${paragraph(`If the button does nothing, copy this address into your browser:<br><span style="word-break: break-all">${escapeXml(link.url)}</span>`, 'font-size: 14px; color: #57534e')}`
		: ''
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeXml(subject)}</title>
</head>
<body style="margin: 0; padding: 0; background: #f7f5f1; color: #1c1917; ${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding: 32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 520px"><tr>
<td style="padding: 32px 28px; border: 1px solid #e2ded6; border-radius: 14px; background: #ffffff">
<h1 style="margin: 0 0 20px; font-size: 22px; line-height: 1.3">${escapeXml(subject)}</h1>
${paragraphsHtml}
${itemsHtml}
${button}
${paragraph([escapeXml(closing), closingLinksHtml].filter(Boolean).join('<br>'), 'margin-bottom: 0; color: #57534e')}
</td></tr></table>
<p style="margin: 20px 0 0; color: #57534e; font-size: 13px">Savepoint · <a href="${escapeXml(origin)}" style="color: #57534e">${escapeXml(origin.replace(/^https?:\/\//, ''))}</a></p>
</td></tr></table>
</body>
</html>
`
}
