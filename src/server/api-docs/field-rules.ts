interface Node {
	readonly type?: string | readonly string[]
	readonly properties?: Readonly<Record<string, unknown>>
	readonly required?: readonly string[]
	readonly items?: unknown
	readonly enum?: readonly unknown[]
	readonly default?: unknown
	readonly format?: string
	readonly pattern?: string
	readonly minimum?: number
	readonly maximum?: number
	readonly minLength?: number
	readonly maxLength?: number
	readonly maxItems?: number
	readonly multipleOf?: number
}

/** A field of an object: its dotted path, with `[]` for the items of an array, and its rule in words. */
export interface Field {
	path: string
	rule: string
	required: boolean
}

/** Lists every field of an object's schema in order, including nested ones. */
export function listFields(schema: unknown, prefix = ''): Field[] {
	const { properties = {}, required = [] } = schema as Node
	return Object.entries(properties).flatMap(([name, property]) => {
		const path = prefix ? `${prefix}.${name}` : name
		const { items } = property as Node
		const inner = items === undefined ? listFields(property, path) : listFields(items, `${path}[]`)
		return [{ path, rule: describeRule(property), required: required.includes(name) }, ...inner]
	})
}

/** Describes the values that a schema allows, such as `text of 1 to 120 characters or null`. */
export function describeRule(schema: unknown): string {
	const node = schema as Node
	const types = typeof node.type === 'string' ? [node.type] : (node.type ?? [])
	const fallback = node.default === undefined ? '' : `, ${String(node.default)} by default`
	return `${describeType(node, types[0] ?? '')}${types.includes('null') ? ' or null' : ''}${fallback}`
}

function describeType(node: Node, type: string): string {
	if (node.enum) return `one of ${node.enum.map(String).join(', ')}`
	if (type === 'array')
		return `list of ${describeRule(node.items)}${node.maxItems === undefined ? '' : `, at most ${node.maxItems}`}`
	if (type === 'object') return 'object'
	if (type === 'boolean') return 'true or false'
	if (type === 'integer' || type === 'number') {
		const kind = type === 'integer' ? 'whole number' : 'number'
		const steps = node.multipleOf === undefined ? '' : ` in steps of ${node.multipleOf}`
		return `${kind}${describeRange(node.minimum, node.maximum, '')}${steps}`
	}
	if (node.format === 'date-time') return 'time in ISO 8601'
	if (node.pattern?.startsWith('^[0-9a-fA-F]{8}-')) return 'UUID'
	const pattern = node.pattern === undefined ? '' : ` that matches ${node.pattern}`
	return `text${describeRange(node.minLength, node.maxLength, ' characters')}${pattern}`
}

const number = new Intl.NumberFormat('en-US')

function describeRange(min: number | undefined, max: number | undefined, unit: string): string {
	if (min !== undefined && max !== undefined)
		return `${unit ? ' of' : ' from'} ${number.format(min)} to ${number.format(max)}${unit}`
	if (min !== undefined) return ` of at least ${number.format(min)}${unit}`
	if (max !== undefined) return ` of at most ${number.format(max)}${unit}`
	return ''
}
