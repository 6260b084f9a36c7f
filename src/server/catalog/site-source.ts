/** The name of the site itself as the source of a game's facts, which moderators give. */
export const SITE_SOURCE = 'site'

/** How the ids of records that edits made begin. */
export const EDIT_PREFIX = 'edit:'

/** The id of the record that a game's first edit makes, of a game that did not come from a suggestion. */
export const toEditId = (gameId: number) => EDIT_PREFIX + gameId

/** Whether a record was made by an edit: it says something of a game that other sources have, but is no source of the game. */
export const isOfEdit = ({ source, sourceId }: { source: string; sourceId: string }): boolean =>
	source === SITE_SOURCE && sourceId.startsWith(EDIT_PREFIX)
