import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const templates = join(import.meta.dirname, 'templates/domain')
const domainsFolder = join(import.meta.dirname, '../server/domains')

/** Lists that a new domain joins, and the row of each. */
const lists: readonly [path: string, add: (list: string, words: Words) => string][] = [
  ['server/domains.ts', withDomain],
  ['server/domains/people/accounts/testing/access-table.ts', withAccess],
  ['tools/browser-tests.ts', withBrowserTests],
]

/** Each template, and the path of the file that it becomes. `{{names}}` stands for the domain. */
const files: readonly [template: string, path: string][] = [
  ['api.ts.tpl', 'sync/vesper/api/{{names}}.ts'],
  ['domain.ts.tpl', 'server/domains/{{wing}}/{{names}}/domain.ts'],
  ['routes.ts.tpl', 'server/domains/{{wing}}/{{names}}/routes.ts'],
  ['commands.ts.tpl', 'server/domains/{{wing}}/{{names}}/commands.ts'],
  ['entity.ts.tpl', 'server/domains/{{wing}}/{{names}}/entity.ts'],
  ['views.ts.tpl', 'server/domains/{{wing}}/{{names}}/views.ts'],
  ['test.pg.test.ts.tpl', 'server/domains/{{wing}}/{{names}}/{{names}}.pg.test.ts'],
  ['client-api.ts.tpl', 'client/features/{{names}}/{{names}}-api.ts'],
  ['client-api.test.ts.tpl', 'client/features/{{names}}/{{names}}-api.test.ts'],
]

/**
 * Writes a domain into the checkout at `root` and adds its rows to the lists of domains, of calls and of browser tests.
 * `path` is a wing and a plural in kebab-case, such as `shop/promo-codes`. Answers the paths of the new and the changed
 * files. Throws, before anything is written, for another kind of name, an unknown wing, or a name in use.
 */
export async function writeNewDomain(root: string, path: string): Promise<string[]> {
  const [wing = '', name = '', ...rest] = path.split('/')
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name) || rest.length > 0) {
    throw new Error(`A domain is a wing and a plural in kebab-case, such as shop/promo-codes, not "${path}".`)
  }
  if (!(await readdir(domainsFolder)).includes(wing)) throw new Error(`server/domains has no wing "${wing}".`)
  const words = wordsFor(wing, name)
  const wanted = files.map(([template, path]) => ({ template, path: fill(path, words) }))
  const taken = wanted.find(({ path }) => existsSync(join(root, path)))
  if (taken) throw new Error(`${taken.path} exists already.`)
  const listed = await Promise.all(
    lists.map(async ([path, add]) => ({ path, text: add(await readFile(join(root, path), 'utf8'), words) })),
  )
  for (const { template, path } of wanted) {
    const text = fill(await readFile(join(templates, template), 'utf8'), words)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  for (const { path, text } of listed) await writeFile(join(root, path), text)
  return [...wanted, ...listed].map(({ path }) => path)
}

/** The value of each placeholder of a template. */
type Words = Record<'wing' | 'names' | 'name' | 'Name' | 'plural' | 'Plural' | 'table' | 'Title', string>

function wordsFor(wing: string, names: string): Words {
  const one = /(ss|x|ch|sh)es$/.test(names) ? names.slice(0, -2) : names.replace(/ies$/, 'y').replace(/s$/, '')
  return {
    wing,
    names,
    name: camelCase(one),
    Name: capital(camelCase(one)),
    plural: camelCase(names),
    Plural: capital(camelCase(names)),
    table: one.replaceAll('-', '_'),
    Title: capital(names.replaceAll('-', ' ')),
  }
}

function camelCase(text: string): string {
  return text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function fill(template: string, words: Words): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => {
    if (!(word in words)) throw new Error(`A template has the unknown placeholder {{${word}}}.`)
    return words[word as keyof Words]
  })
}

/** `server/domains.ts` with an import and an entry more. */
function withDomain(list: string, { wing, names, plural }: Words): string {
  const imports = list.split('\n')
  const last = imports.findLastIndex((line) => line.startsWith('import ') && line.includes('./domains/'))
  const end = list.includes('\n]') ? '\n]' : ']'
  if (last < 0 || !list.includes(end)) throw new Error('server/domains.ts has no list of domains to add to.')
  imports.splice(last + 1, 0, `import { ${plural} } from './domains/${wing}/${names}/domain.ts'`)
  return imports.join('\n').replace(end, `\n  ${plural},${end}`)
}

/** The table of calls with the calls of the templates, before those of devices. */
function withAccess(table: string, { names, Title }: Words): string {
  const next = '\n  // Devices\n'
  if (!table.includes(next)) throw new Error('The access table has no calls of devices to write rows before.')
  const rows = [
    `// ${Title}`,
    `['POST /${names}', signedIn(201), { body: { text: 'fog' } }],`,
    `['GET /${names}', signedIn(200)],`,
    `['DELETE /${names}/{none}', signedIn(404)],`,
  ]
  return table.replace(next, `${rows.map((row) => `\n  ${row}`).join('')}${next}`)
}

/** The map of browser tests with a row more, in the order of the alphabet. */
function withBrowserTests(map: string, { names }: Words): string {
  const lines = map.split('\n')
  const start = lines.findIndex((line) => line.startsWith('export const browserTests'))
  const end = lines.indexOf('}', start)
  if (start < 0 || end < 0) throw new Error('tools/browser-tests.ts has no map to add a row to.')
  const after = lines.findIndex((line, at) => at > start && at < end && nameOfRow(line) > names)
  const name = names.includes('-') ? `'${names}'` : names
  lines.splice(after < 0 ? end : after, 0, `  ${name}: 'It has no page yet: ${names}.pg.test.ts has its calls.',`)
  return lines.join('\n')
}

function nameOfRow(line: string): string {
  return /^ {2}'?([a-z-]+)'?: /.exec(line)?.[1] ?? ''
}
