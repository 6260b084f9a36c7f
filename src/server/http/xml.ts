import { escapeHtml } from '#contract/html.ts'

// What no XML document may contain: https://www.w3.org/TR/xml/#charsets
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes text for XML and HTML, as content or in double-quoted attributes. What XML cannot contain becomes U+FFFD. */
export const escapeXml = (text: string): string => escapeHtml(text).replace(NOT_IN_XML, '\ufffd')
