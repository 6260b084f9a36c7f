interface Item {
	path: string
	name?: string
}

/** Returns schema.org data of a list of pages, numbered from `first`; without items while they are loading. */
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
