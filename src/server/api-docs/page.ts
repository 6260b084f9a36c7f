import { fieldsOf, ruleOf } from './field-rules.ts'
import type { Operation, OperationAnswer, openApi } from './openapi.ts'

type Description = ReturnType<typeof openApi>

export const API_DOCS_STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#f7f5f1,#0f1218);--surface:light-dark(#fff,#171b24);--line:light-dark(#e2ddd3,#2b3340);--text:light-dark(#1b1e24,#eef1f6);--muted:light-dark(#5a6270,#a3adbd);--ember:light-dark(#a96100,#ffb454);--mint:light-dark(#0f7a66,#4fd1b5);--danger:light-dark(#b3261e,#ff7b72);--focus:light-dark(#1a5fd0,#8ab8ff)}
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,sans-serif;margin:0;background:var(--canvas);color:var(--text)}
main{max-width:960px;margin:0 auto;padding:32px 16px 96px}
h1{font-size:2.25rem;line-height:1.15;margin:0 0 16px}
h2{font-size:1.5rem;margin:56px 0 12px;text-transform:capitalize}
h3{font-size:.8125rem;letter-spacing:.04em;text-transform:uppercase;color:var(--muted);margin:24px 0 8px}
p{margin:0 0 12px;max-width:68ch}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:6px}
code,pre{font:13px/1.55 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
nav{display:flex;flex-wrap:wrap;gap:8px;margin:24px 0 0}
nav a{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border:1px solid var(--line);border-radius:999px;background:var(--surface);text-decoration:none;text-transform:capitalize}
.call{border:1px solid var(--line);border-radius:12px;background:var(--surface);margin:0 0 8px}
.call>summary{display:grid;grid-template-columns:72px 1fr;gap:0 8px;align-items:baseline;padding:12px 16px;cursor:pointer;list-style:none}
.call>summary::-webkit-details-marker{display:none}
.call>summary code{font-size:14px;overflow-wrap:anywhere}
.call>summary span{grid-column:2;color:var(--muted);font-size:.9375rem}
.call[open]>summary{border-bottom:1px solid var(--line)}
.body{padding:12px 16px 20px}
.get{color:var(--mint)}.post,.put{color:var(--ember)}.delete{color:var(--danger)}
.note{color:var(--muted);font-size:.9375rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:6px 16px 6px 0;border-top:1px solid var(--line)}
th{border-top:0;font-weight:600;font-size:.8125rem;color:var(--muted)}
td:first-child{white-space:nowrap}
td:last-child{padding-right:0;width:100%}
pre{overflow:auto;margin:12px 0 8px;padding:12px;max-height:420px;border:1px solid var(--line);border-radius:6px;background:var(--canvas)}
.more>summary{cursor:pointer;padding:10px 0;min-height:44px}
@media(max-width:600px){.call>summary{display:flex;flex-wrap:wrap}.call>summary span{flex-basis:100%}.body table,.body tbody,.body tr,.body td{display:block;white-space:normal}.body thead{display:none}.body tr{padding:8px 0;border-top:1px solid var(--line)}.body tr:first-child{border-top:0}.body td{border:0;padding:0;overflow-wrap:anywhere}}`

/** The API's description as a page for people: no script, every call closed until it is wanted. */
export function apiDocsPage({ info, paths }: Description): string {
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
	)
	const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')]
	const links = groups.map(([tag]) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`)
	const sections = groups.map(
		([tag, group]) =>
			`<section><h2 id="${escaped(tag)}">${escaped(tag)}</h2>${group.map((call) => callHtml(call.method, call.path, call.operation)).join('')}</section>`,
	)
	const introduction = info.description.split('\n\n').map((text) => `<p>${withCode(text)}</p>`)
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Savepoint API</title><style>${API_DOCS_STYLE}</style></head><body><main><h1>Savepoint API</h1>${introduction.join('')}<p>Made for programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p><nav aria-label="Parts">${links.join('')}</nav>${sections.join('')}</main></body></html>`
}

function callHtml(method: string, path: string, operation: Operation): string {
	const { parameters, requestBody, responses, security } = operation
	const who = security.length === 0 ? 'No token' : security.length === 1 ? 'Token needed' : 'Token optional'
	const answers = Object.entries(responses)
	const [[type, body] = []] = Object.entries(requestBody?.content ?? {})
	return `<details class="call" id="${operation.operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code> <span>${escaped(operation.summary)}</span></summary><div class="body"><p class="note">${who}. ${withCode(operation.description)}</p>${
		parameters.length > 0
			? `<h3>Parameters</h3>${table(
					['Name', 'Meaning'],
					parameters.map(({ name, in: place, required, schema, example }) => [
						code(name),
						`${escaped(ruleOf(schema))}${required ? ', needed' : ''}; in the ${place}, such as ${code(String(example))}`,
					]),
				)}`
			: ''
	}${body ? `<h3>Body${type === 'multipart/form-data' ? ', as a form' : ''}</h3>${fieldTable(body.schema)}${json(body.example)}` : ''}${answers
		.filter(([status]) => isSuccess(status))
		.map(successHtml)
		.join('')}<h3>Refusals</h3>${table(
		['Status', 'Meaning, codes and sentences'],
		answers.filter(([status]) => !isSuccess(status)).map(refusalRow),
	)}</div></details>`
}

const isSuccess = (status: string) => /^[23]/.test(status)

function successHtml([status, { description, content }]: [string, OperationAnswer]): string {
	if (!content) return `<h3>Answer ${status}</h3><p class="note">${withCode(description)}.</p>`
	const { schema, example } = content['application/json']
	return `<h3>Answer ${status}</h3>${json(example)}<details class="more"><summary>Every field</summary>${fieldTable(schema)}</details>`
}

function refusalRow([status, { description, content }]: [string, OperationAnswer]): string[] {
	const kinds = Object.entries(content?.['application/json'].examples ?? {}).map(
		([word, { summary }]) => `<br>${code(word.replace(/_\d+$/, ''))} ${escaped(summary)}`,
	)
	return [status, `<span class="note">${withCode(description)}.</span>${kinds.join('')}`]
}

function fieldTable(schema: unknown): string {
	return table(
		['Field', 'Meaning'],
		fieldsOf(schema).map(({ path, rule, required }) => [code(path), `${escaped(rule)}${required ? '' : ', optional'}`]),
	)
}

/** A table of cells that are HTML already. */
function table(heads: readonly string[], rows: readonly string[][]): string {
	return `<div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
		.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
		.join('')}</tbody></table></div>`
}

const code = (text: string) => `<code>${escaped(text)}</code>`

function json(value: unknown): string {
	return `<pre tabindex="0">${escaped(JSON.stringify(value, null, 2))}</pre>`
}

/** Text with its `words` as code. */
function withCode(text: string): string {
	return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
