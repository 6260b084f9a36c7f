/** The help text of each command; its keys are the commands. */
export const HELP = {
	import: `  npm run catalog -- import <source or file> [--from-start] [--dry-run] [--source <name>]

Adds the games of a source, and updates those that have changed there. A game that the site already has from another
source is matched by its external ids, or by name, year and company, and appears once.

<source>      igdb or wikidata: read over the network, with the settings in .env.example
<file>        JSON Lines, plain or compressed with gzip; catalog/README.md and docs/catalog.md have the format
--source      the file's source name in the database, 1 to 40 lowercase letters, digits and hyphens (default: file)
--from-start  starts over instead of resuming an unfinished import
--dry-run     reads and checks everything, reports what would change, and stores nothing

Invalid records are reported with their position and skipped. Ctrl-C stops after the current batch; run the command
again to resume. Exits with 1 if not everything could be read, or if a file has invalid records.`,
	refresh: `  npm run catalog -- refresh <source> [--dry-run]

Reads what has changed at igdb or wikidata since the last complete import or refresh. Without one, reads everything.`,
	show: `  npm run catalog -- show <name or id>

Shows a game: its facts, their sources, its external ids, and possible duplicates. For a name, shows the first five
search results.`,
	unsure: `  npm run catalog -- unsure [--all]

Lists pairs of games that may be the same but were too uncertain to merge: the first 50, or all. Resolve each with merge
or keep-apart.`,
	merge: `  npm run catalog -- merge <id> <id> [--keep-newest]

Merges two games into one, which keeps the first id; the URL of the second redirects to it. Reviews and list entries
move along, a list that contains both combines their notes, and no later import separates them. This cannot be undone.

--keep-newest  if someone has reviewed both, which is refused otherwise: keeps the review that was written or changed last,
               with the likes and comments of both, and deletes the text and rating of the older one`,
	'keep-apart': `  npm run catalog -- keep-apart <id> <id>

Records that two games are not the same: "unsure" no longer lists them. They can still be merged later.`,
	'no-image': `  npm run catalog -- no-image <id> [--undo]

Takes down the imported cover and screenshots of a game: it has a drawn cover from then on, even after later imports.

--undo  shows them again`,
	export: `  npm run catalog -- export [<file>]

Writes all games as JSON Lines, which import can read: to the file, compressed if its name ends in .gz, or to standard
output. Contains no user content.`,
} as const

export type Command = keyof typeof HELP

export const OVERVIEW = `Manages the catalog of a Savepoint site.

${Object.values(HELP)
	.map((help) => help.split('\n')[0])
	.join('\n')}

Run a command with --help for details, or see docs/catalog.md.

The commands use the site's database, whether the site runs or not: DATABASE_URL, or the one in DATA_DIR (default ./data).`
