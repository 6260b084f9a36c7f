/** Why a file of an import cannot be read, as sentences for its owner. */
export const FILE_PROBLEMS = {
	empty: 'This file is empty.',
	damagedZip: 'This ZIP file is damaged. Download it again, or unpack it and upload the file inside.',
	protectedZip: 'This ZIP file needs a password. Unpack it and upload the file inside.',
	unsafeZip: 'This ZIP file has links or paths that lead out of it. Unpack it and upload the file inside.',
	zipInZip: 'This ZIP file has another ZIP file in it. Unpack it and upload the inner one.',
	manyFiles: 'This ZIP file has more than 1,000 files. Unpack it and upload the file with your games.',
	largeFiles: 'This file unpacks to more than 100 MB, or 200 MB in all. Unpack it and upload its parts one by one.',
	nothingInZip: 'This ZIP file has no CSV or JSON file in it.',
	notText: 'This is not a text file. Upload a CSV, JSON or ZIP file.',
	noHeader: 'The first line of this file is too long to be a header. Upload a CSV file with one game per line.',
	brokenQuotes: 'This file has too many quotation marks that never close. Save it as CSV again and upload that.',
	notJson: 'This file is not valid JSON. Download it again and upload it unchanged.',
	noGames: 'There are no games in this file. Check that you chose the right file and source.',
	noNames: 'This file has no column for the names of games. Choose one.',
} as const

/** Why a Steam profile cannot be read, as sentences for its owner. */
export const STEAM_PROBLEMS = {
	private: 'Steam doesn’t show your games. Set “Game details” to Public in Steam’s privacy settings, and try again.',
	empty: 'This Steam profile has no games and no wishlist.',
	key: 'Steam doesn’t accept this site’s key any more. Please tell the people who run this site.',
	refused: 'Steam refuses to show this profile. Set it to Public in Steam’s privacy settings, and try again.',
	rateLimited: 'Steam is being asked too often at the moment. Please try again in a few minutes.',
	unreachable: 'Steam didn’t answer. Please try again in a few minutes.',
	truncated: 'Steam’s answer broke off in the middle. Please try again in a few minutes.',
	tooLarge: 'Steam sent more than can be read here.',
	unreadable: 'Steam’s answer could not be understood.',
} as const

/** Why a row, or a cell of it, could not be read, as sentences for its owner. */
export const ROW_PROBLEMS = {
	noName: 'This row has no name of a game.',
	cells: 'This row doesn’t fit the header. A quotation mark or a separator is missing or doubled.',
	large: 'This row is too long to be read.',
	damaged: 'This part of the file is damaged.',
	date: 'This isn’t a date we can read. It was left out.',
	ambiguousDate: 'The day and the month could be swapped here, so only the year was taken.',
	rating: 'This isn’t a rating we can read. It was left out.',
	minutes: 'This isn’t a length of time we can read. It was left out.',
} as const
