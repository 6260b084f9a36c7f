import { readFileSync } from 'node:fs'
import { escapeHtml } from '#contract/html.ts'
import { describeRule, listFields } from './field-rules.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'
import type { OperationResponse } from './openapi-responses.ts'

/** The page's inline styles. */
export const API_DOCS_STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8')

interface Call {
	method: string
	path: string
	operation: Operation
}

/** Renders the OpenAPI document as a page without scripts, with every call in a closed `<details>`. */
export function renderApiDocs({ info, paths }: OpenApiDocument): string {
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
	)
	const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')]
	const links = groups.map(([tag]) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`)
	const introduction = info.description.split('\n\n').map((text) => `<p>${renderText(text)}</p>`)
	return [
		'<!doctype html><html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width,initial-scale=1">',
		`<title>Savepoint API</title><style>${API_DOCS_STYLE}</style></head><body><main>`,
		`<h1>Savepoint API</h1>${introduction.join('')}`,
		'<p>For programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>',
		`<nav aria-label="Sections">${links.join('')}</nav>`,
		...groups.map(([tag, group]) => renderGroup(tag, group)),
		'</main></body></html>',
	].join('')
}

function renderGroup(tag: string, calls: readonly Call[]): string {
	const name = escapeHtml(tag)
	return `<section><h2 id="${name}">${name}</h2>${calls.map(renderCall).join('')}</section>`
}

function renderCall({ method, path, operation }: Call): string {
	const { operationId, summary, description, security, parameters, requestBody, responses } = operation
	const [[bodyType, body] = []] = Object.entries(requestBody?.content ?? {})
	const entries = Object.entries(responses)
	return [
		`<details class="call" id="${operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> `,
		`<code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary><div class="body">`,
		`<p class="note">${describeAccess(security)}. ${renderText(description)}</p>`,
		parameters.length > 0 ? `<h3>Parameters</h3>${renderParameters(parameters)}` : '',
		body ? `<h3>Body${bodyType === 'multipart/form-data' ? ', as a form' : ''}</h3>` : '',
		body ? renderFields(body.schema) + renderJson(body.example) : '',
		...entries.filter(([status]) => isSuccess(status)).map(renderSuccess),
		'<h3>Errors</h3>',
		renderTable(
			['Status', 'Meaning, codes and messages'],
			entries.filter(([status]) => !isSuccess(status)).map(renderRefusalCells),
		),
		'</div></details>',
	].join('')
}

function describeAccess(security: Operation['security']): string {
	if (security.length === 0) return 'No token'
	return security.length === 1 ? 'Token required' : 'Token optional'
}

function renderParameters(parameters: Operation['parameters']): string {
	return renderTable(
		['Name', 'Meaning'],
		parameters.map(({ name, in: location, required, schema, example }) => [
			renderCode(name),
			`${escapeHtml(describeRule(schema))}${required ? ', required' : ''}; in the ${location}, such as ${renderCode(String(example))}`,
		]),
	)
}

function isSuccess(status: string): boolean {
	return /^[23]/.test(status)
}

function renderSuccess([status, { description, content }]: [string, OperationResponse]): string {
	if (!content) return `<h3>Response ${status}</h3><p class="note">${renderText(description)}.</p>`
	const { schema, example } = content['application/json']
	const fields = `<details class="more"><summary>All fields</summary>${renderFields(schema)}</details>`
	return `<h3>Response ${status}</h3>${renderJson(example)}${fields}`
}

function renderRefusalCells([status, { description, content }]: [string, OperationResponse]): string[] {
	// The number after a code only makes the names of the examples unique.
	const refusals = Object.entries(content?.['application/json'].examples ?? {}).map(
		([name, { summary }]) => `<br>${renderCode(name.replace(/_\d+$/, ''))} ${escapeHtml(summary)}`,
	)
	return [status, `<span class="note">${renderText(description)}.</span>${refusals.join('')}`]
}

function renderFields(schema: unknown): string {
	return renderTable(
		['Field', 'Meaning'],
		listFields(schema).map(({ path, rule, required }) => [
			renderCode(path),
			`${escapeHtml(rule)}${required ? '' : ', optional'}`,
		]),
	)
}

/** Renders a table of HTML cells. */
function renderTable(headings: readonly string[], rows: readonly string[][]): string {
	const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
	const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
	return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

function renderCode(text: string): string {
	return `<code>${escapeHtml(text)}</code>`
}

/** Renders JSON in a box that scrolls, also with the keyboard. */
function renderJson(value: unknown): string {
	return `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

/** Renders text, with code in backticks. */
function renderText(text: string): string {
	return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
