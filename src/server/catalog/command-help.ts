/** What each command is told to do, and what it says of itself. */
export const HELP = {
	import: `  npm run catalog -- import <source or file> [--from-start] [--dry-run] [--source <name>]

Adds the games of a source, and updates those that it knows better now. A game that the site has from another source
already is recognized by its ids elsewhere, or by name, year and company, and shown once.

<source>      igdb or wikidata: read over the network, with the settings in .env.example
<file>        JSON Lines, plain or compressed with gzip; catalog/README.md and docs/catalog.md have the format
--source      names a file's source in the database, 1 to 40 small letters, digits and hyphens (default: file)
--from-start  begins anew where an earlier import did not reach its end; without it the import goes on from there
--dry-run     reads and checks everything, says what would be done, and stores nothing

Broken records are told with their place and skipped. Ctrl-C stops after what is being written; run the command again to
go on. Exits with 1 when not everything could be read.`,
	refresh: `  npm run catalog -- refresh <source> [--dry-run]

Reads what has changed at igdb or wikidata since the last import or refresh that reached its end. Where there was none,
everything is read.`,
	show: `  npm run catalog -- show <name or id>

Shows a game: its facts, where they come from, its ids elsewhere, and which games may be the same. For a name, the first
five that a search finds.`,
	unsure: `  npm run catalog -- unsure [--all]

Lists the pairs of games that may be the same, which the import did not dare to merge: the first 50, or all. Settle each
with merge or keep-apart.`,
	merge: `  npm run catalog -- merge <id> <id> [--keep-newest]

Makes two games one. The first id is kept; the address of the second leads there from now on. Reviews and list entries
move along, in a list that held both the notes are put together, and no later import parts the two. There is no way back.

--keep-newest  where somebody has reviewed both, which is refused otherwise: keeps the review that was written or changed last,
               with the likes and comments of both, and deletes the text and rating of the older one`,
	'keep-apart': `  npm run catalog -- keep-apart <id> <id>

Notes that two games are not the same: they are no longer listed as unsure. A later merge may still make them one.`,
	'no-image': `  npm run catalog -- no-image <id> [--undo]

Takes the imported cover and screenshots of a game down: its cover is drawn from then on, whatever later imports bring.

--undo  shows them again`,
	export: `  npm run catalog -- export [<file>]

Writes all games as JSON Lines that import takes again: to the file, compressed when its name ends in .gz, or to the
standard output. Nothing that people wrote is in it.`,
} as const

export type Command = keyof typeof HELP

export const OVERVIEW = `Keeps the catalog of a Savepoint site.

${Object.values(HELP)
	.map((help) => help.split('\n')[0])
	.join('\n')}

With --help each of them tells more. docs/catalog.md explains them all.

The database is the one that the site uses: DATABASE_URL, or the embedded one in DATA_DIR (default ./data), which only one
program at a time can open.`
