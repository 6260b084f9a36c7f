import { expect, test } from 'vitest'
import { formatCsvHeader, formatCsvRow } from './csv.ts'

test('cells are written as in RFC 4180', () => {
	expect(formatCsvHeader(['Game', 'Release year'])).toBe('\ufeffGame,Release year\r\n')
	expect(formatCsvRow(['a', 'b, c', 'say "hi"', 'two\nlines', ' edge ', '', null, 3.5, true, false])).toBe(
		'a,"b, c","say ""hi""","two\nlines"," edge ",,,3.5,yes,no\r\n',
	)
})

test('what a spreadsheet would take for a formula is text, and numbers stay numbers', () => {
	const formulas = ['=HYPERLINK("http://evil.example")', '+1+cmd', '-2-3', '@SUM(A1)', '\t=1', '\r=1', '=1,2']
	for (const formula of formulas) expect(formatCsvRow([formula]).replace(/^"/, '')).toMatch(/^'/)
	expect(formatCsvRow(['=HYPERLINK("x")'])).toBe('"\'=HYPERLINK(""x"")"\r\n')
	expect(formatCsvRow(['-5', '+3', '-0.5', -7, 'a=b', "it's", '1-2'])).toBe("-5,+3,-0.5,-7,a=b,it's,1-2\r\n")
})
