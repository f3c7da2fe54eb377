import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const templates = join(import.meta.dirname, 'templates/domain')
const domainsFolder = join(import.meta.dirname, '../server/domains')

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
 * Writes a domain into the checkout at `root` and lists it in `server/domains.ts`. `path` is a wing and a plural in
 * kebab-case, such as `shop/promo-codes`. Answers the paths of the new files. Throws, before anything is written, for
 * another kind of name, an unknown wing, or a name in use.
 */
export async function writeDomain(root: string, path: string): Promise<string[]> {
  const [wing = '', name = '', ...rest] = path.split('/')
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name) || rest.length > 0) {
    throw new Error(`A domain is a wing and a plural in kebab-case, such as shop/promo-codes, not "${path}".`)
  }
  if (!(await readdir(domainsFolder)).includes(wing)) throw new Error(`server/domains has no wing "${wing}".`)
  const words = wordsFor(wing, name)
  const wanted = files.map(([template, path]) => ({ template, path: fill(path, words) }))
  const taken = wanted.find(({ path }) => existsSync(join(root, path)))
  if (taken) throw new Error(`${taken.path} exists already.`)
  const list = join(root, 'server/domains.ts')
  const listed = withDomain(await readFile(list, 'utf8'), words)
  for (const { template, path } of wanted) {
    const text = fill(await readFile(join(templates, template), 'utf8'), words)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await writeFile(list, listed)
  return wanted.map(({ path }) => path)
}

/** The value of each placeholder of a template. */
type Words = Record<'wing' | 'names' | 'name' | 'Name' | 'plural' | 'Plural' | 'table' | 'words' | 'Title', string>

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
    words: one.replaceAll('-', ' '),
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
