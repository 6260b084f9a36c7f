import { escapeXml } from '#server/http/xml.ts'

/** A letter in plain words: paragraphs, and at most one link that is its purpose. */
export interface MailContent {
	subject: string
	/** To whom, as they are called on the site. */
	username: string
	paragraphs: readonly string[]
	link?: { label: string; url: string }
	/** Under the link: what to do when it was not oneself. */
	closing: string
	/** Where the site lives, at the foot. */
	origin: string
}

/** The two parts of a letter, which say the same; nothing in them is loaded from anywhere. */
export function renderMail(letter: MailContent): { subject: string; text: string; html: string } {
	const { subject, username, paragraphs, link, closing, origin } = letter
	const text = [
		`Hello ${username},`,
		...paragraphs,
		...(link ? [`${link.label}:\n${link.url}`] : []),
		closing,
		`Savepoint\n${origin}`,
	].join('\n\n')
	return { subject, text: `${text}\n`, html: renderHtml(letter) }
}

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

// Mail programs know tables and inline styles; one that shows neither still shows sentences in order.
function renderHtml({ subject, username, paragraphs, link, closing, origin }: MailContent): string {
	const paragraph = (content: string, style = '') =>
		`<p style="margin: 0 0 16px; font-size: 16px; line-height: 1.55; ${style}">${content}</p>`
	const said = [`Hello ${username},`, ...paragraphs].map((sentence) => paragraph(escapeXml(sentence))).join('\n')
	const button = link
		? `<p style="margin: 24px 0"><a href="${escapeXml(link.url)}" style="display: inline-block; padding: 13px 22px; border-radius: 10px; background: #a96100; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none">${escapeXml(link.label)}</a></p>
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
${said}
${button}
${paragraph(escapeXml(closing), 'margin-bottom: 0; color: #57534e')}
</td></tr></table>
<p style="margin: 20px 0 0; color: #57534e; font-size: 13px">Savepoint · <a href="${escapeXml(origin)}" style="color: #57534e">${escapeXml(origin.replace(/^https?:\/\//, ''))}</a></p>
</td></tr></table>
</body>
</html>
`
}
