import { escapeHtml } from '../escape-html.ts'
import type { JsonSchema, Parameter, RequestBody } from './openapi-schema.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** The OpenAPI document as a page to read: no script, no style of its own beyond `/api/docs/style.css`. */
export function apiDocsPage(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = api.tags.map(({ name }) => ({
    name,
    calls: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(api.info.title)}</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<a class="skip" href="#calls">To the calls</a>
<nav aria-label="Calls">
<p class="brand">${escapeHtml(api.info.title)}</p>
${sections.map(({ name, calls }) => `<h2>${escapeHtml(name)}</h2><ul>${calls.map(link).join('')}</ul>`).join('\n')}
</nav>
<main id="calls">
<header>
<h1>${escapeHtml(api.info.title)}</h1>
<p>${code(api.info.description)}</p>
<p>All calls are under <code>/api</code>. Sign in with <code>POST /auth/login</code> and send the token as
<code>Authorization: Bearer …</code>. The same as data: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
${sections.map(({ name, calls }) => `<h2>${escapeHtml(name)}</h2>\n${calls.map(article).join('\n')}`).join('\n')}
</main>
</body>
</html>
`
}

type ApiCall = { path: string; method: string; operation: Operation }

function link({ path, method, operation }: ApiCall): string {
  return `<li><a href="#${operation.operationId}"><b class="${method}">${method}</b><span>${breakable(path)}</span></a></li>`
}

function article({ path, method, operation }: ApiCall): string {
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  const errors = Object.keys(operation.responses).filter((status) => /^[45]/.test(status))
  const schema = answer && 'content' in answer[1] ? answer[1].content?.['application/json']?.schema : undefined
  return `<article id="${operation.operationId}">
<h3><b class="${method}">${method}</b> <code>${breakable(path)}</code></h3>
<p class="summary">${escapeHtml(operation.summary)}</p>
<p class="note">${escapeHtml(operation.description)}</p>
${operation.parameters.length > 0 ? `<h4>Parameters</h4>${parameterList(operation.parameters)}` : ''}
${operation.requestBody ? body(operation.requestBody) : ''}
<h4>Answer ${answer?.[0] ?? ''}</h4>
${schema ? source(schema) : ''}
${errors.length > 0 ? `<p class="note">Errors: ${errors.join(', ')}</p>` : ''}
</article>`
}

function parameterList(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, schema }) => {
    const needed = required ? '' : ', optional'
    return `<dt><code>${escapeHtml(name)}</code> <span>in the ${place}${needed}</span></dt><dd>${outline(schema, 0)}</dd>`
  })
  return `<dl>${rows.join('')}</dl>`
}

function body({ content }: RequestBody): string {
  const [first] = Object.values(content)
  return `<h4>Body <span>${Object.keys(content).join(' or ')}</span></h4>${first ? source(first.schema) : ''}`
}

function source(schema: JsonSchema): string {
  return `<pre tabindex="0"><code>${outline(schema, 0)}</code></pre>`
}

/** A schema as one would write the type, e.g. `{ text?: string ≤ 2000 }`. */
function outline(schema: JsonSchema, depth: number): string {
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (alternatives) return alternatives.map((one) => outline(one, depth)).join(' | ')
  if ('const' in schema) return escapeHtml(JSON.stringify(schema['const']))
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => escapeHtml(JSON.stringify(one))).join(' | ')
  if (schema['type'] === 'array') return `${outline((schema['items'] ?? {}) as JsonSchema, depth)}[]`
  if (schema.properties) return objectOutline(schema.properties, schema.required ?? [], depth)
  return escapeHtml([typeOf(schema), ...bounds(schema)].join(' '))
}

function typeOf({ type }: JsonSchema): string {
  return typeof type === 'string' ? type : Array.isArray(type) ? type.join(' | ') : 'any'
}

function objectOutline(properties: Record<string, JsonSchema>, required: readonly string[], depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${indent}${escapeHtml(name)}${required.includes(name) ? '' : '?'}: ${outline(property, depth + 1)}`,
  )
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function bounds(schema: JsonSchema): string[] {
  const { format, minLength, maxLength, minimum, maximum, maxItems } = schema as Record<string, number | string>
  return [
    format === undefined ? '' : `(${format})`,
    ...[minLength, minimum].map((bound) => (bound === undefined ? '' : `≥ ${bound}`)),
    ...[maxLength, maximum, maxItems].map((bound) => (bound === undefined ? '' : `≤ ${bound}`)),
    schema['default'] === undefined ? '' : `= ${JSON.stringify(schema['default'])}`,
  ].filter((text) => text !== '')
}

function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '/<wbr>')
}

function code(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
