import type { ESTree, Plugin } from 'vite'

/** What browsers read of an endpoint; the rest is for the server and the API documentation. */
const READ = { config: ['auth', 'failure', 'asForm'], schema: ['response'] } as const

/** Leaves out of the contract's endpoints what browsers do not read. */
export const clientEndpoints: Plugin = {
	name: 'client-endpoints',
	enforce: 'pre',
	transform: {
		filter: { id: /[/\\]src[/\\]contract[/\\][\w-]+\.ts$/, code: 'endpoint({' },
		handler(code, id) {
			const { body } = this.parse(code, { lang: 'ts' })
			const unread = body.flatMap(findDescriptions).flatMap(findUnread)
			if (unread.length === 0) this.error(`No endpoint of ${id} was found`)
			// From the end, so that earlier positions stay true
			return unread
				.sort((a, b) => b.start - a.start)
				.reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^,/, ''), code)
		},
	},
}

/** Finds the objects in `export const name = endpoint({ … })`. */
function findDescriptions(statement: ESTree.Statement | ESTree.ModuleDeclaration): ESTree.ObjectExpression[] {
	if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
	return statement.declaration.declarations.flatMap(({ init }) => {
		if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint')
			return []
		return init.arguments.filter((argument) => argument.type === 'ObjectExpression')
	})
}

function findUnread(description: ESTree.ObjectExpression): ESTree.ObjectProperty[] {
	return findProperties(description, (name) => name in READ).flatMap(({ key, value }) => {
		const read: readonly string[] = key.type === 'Identifier' ? READ[key.name as keyof typeof READ] : []
		return value.type === 'ObjectExpression' ? findProperties(value, (name) => !read.includes(name)) : []
	})
}

function findProperties(
	{ properties }: ESTree.ObjectExpression,
	isWanted: (name: string) => boolean,
): ESTree.ObjectProperty[] {
	return properties.filter(
		(property) => property.type === 'Property' && property.key.type === 'Identifier' && isWanted(property.key.name),
	) as ESTree.ObjectProperty[]
}
