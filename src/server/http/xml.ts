// What no XML document may contain: https://www.w3.org/TR/xml/#charsets
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes text for XML and HTML, as content or in double-quoted attributes. What XML cannot contain becomes U+FFFD. */
export function escapeXml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replace(NOT_IN_XML, '\ufffd')
}
