interface Item {
	path: string
	name?: string
}

/** schema.org data of a list of pages, of which the first has the given position; without items until they have come. */
export function createItemList(
	absolute: (path: string) => string,
	items: readonly Item[] | undefined,
	{ name, first = 1 }: { name?: string; first?: number } = {},
): Record<string, unknown> {
	return {
		'@type': 'ItemList',
		...(name !== undefined && { name }),
		itemListElement: items?.map(({ path, name }, index) => ({
			'@type': 'ListItem',
			position: first + index,
			...(name !== undefined && { name }),
			url: absolute(path),
		})),
	}
}
