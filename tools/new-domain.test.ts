import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sentencesOf } from '../client/build/server-sentences.ts'
import { writeNewDomain } from './new-domain.ts'
import { root, run } from './run.ts'

const lists = ['server/domains.ts', 'server/domains/people/accounts/testing/access-table.ts', 'tools/browser-tests.ts']
/** No domain has this name, so that the tests pass in a checkout with any domain of the recipe. */
const EXAMPLE = 'shop/example-boxes'
let copy: string

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vesper-new-'))
  for (const list of lists) await cp(join(root, list), join(copy, list))
})
afterEach(() => rm(copy, { recursive: true }))

test('a new domain is listed, and its types check', { timeout: 300_000 }, async () => {
  const written = await writeNewDomain(copy, EXAMPLE)
  for (const file of written) expect(await readFile(join(copy, file), 'utf8'), file).not.toContain('{{')
  const list = await readFile(join(copy, 'server/domains.ts'), 'utf8')
  expect(list).toContain("import { exampleBoxes } from './domains/shop/example-boxes/domain.ts'\n")
  expect(list).toMatch(/\n {2}exampleBoxes,\n\]/)

  await linkSources()
  const files = written.filter((file) => /^(server|sync)\//.test(file))
  expect(await typesOf('server', files)).toBe('')
  const inClient = written.filter((file) => file.startsWith('client/'))
  expect(await typesOf('client', inClient)).toBe('')
})

test('the access table has a row for each call of a new domain', async () => {
  await writeNewDomain(copy, EXAMPLE)
  const routes = await readFile(join(copy, 'server/domains/shop/example-boxes/routes.ts'), 'utf8')
  const calls = [...routes.matchAll(/method: '(\w+)',\n {4}path: '([^']+)'/g)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  expect(calls).toHaveLength(3)
  const table = await readFile(join(copy, 'server/domains/people/accounts/testing/access-table.ts'), 'utf8')
  for (const call of calls) expect(table).toContain(`\n  ['${call.replace('{id}', '{none}')}', signedIn(`)
})

test.each([
  [EXAMPLE, '  explore: [', "  'example-boxes': 'It has no page yet: example-boxes.pg.test.ts has its calls.',"],
  ['shop/zones', '}', "  zones: 'It has no page yet: zones.pg.test.ts has its calls.',"],
])('the map of browser tests has a row for %s in its place', async (path, next, row) => {
  await writeNewDomain(copy, path)
  expect(await readFile(join(copy, 'tools/browser-tests.ts'), 'utf8')).toContain(`\n${row}\n${next}`)
})

test('each sentence of a new domain is translated already', async () => {
  const arabic = await readFile(join(root, 'client/locales/ar/server.po'), 'utf8')
  const written = await writeNewDomain(copy, EXAMPLE)
  const own = written.filter((file) => /^(server|sync)\/.*example-boxes/.test(file) && !file.endsWith('.test.ts'))
  const sources = await Promise.all(
    own.map(async (file) => sentencesOf(file, await readFile(join(copy, file), 'utf8'))),
  )
  expect(sources.flat().length).toBeGreaterThan(2)
  for (const sentence of sources.flat()) expect(arabic).toMatch(`msgid "${sentence}"\nmsgstr "`)
})

test('a name in use is refused, and nothing is written', async () => {
  await writeNewDomain(copy, EXAMPLE)
  const before = await contents()
  await expect(writeNewDomain(copy, EXAMPLE)).rejects.toThrow('sync/vesper/api/example-boxes.ts exists already.')
  expect(await contents()).toEqual(before)
})

test.each([
  ['shop/Reports', 'a plural in kebab-case'],
  ['shop/report', 'a plural in kebab-case'],
  ['example-boxes', 'a plural in kebab-case'],
  ['shop/example_boxes', 'a plural in kebab-case'],
  ['../../etcs', 'a plural in kebab-case'],
  ['', 'a plural in kebab-case'],
  ['garage/example-boxes', 'no wing "garage"'],
])('the name "%s" is refused', async (name, reason) => {
  const before = await contents()
  await expect(writeNewDomain(copy, name)).rejects.toThrow(reason)
  expect(await contents()).toEqual(before)
})

/** The text of each file of the copy, by its path. */
async function contents(): Promise<Map<string, string>> {
  const entries = await readdir(copy, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

/** The sources beside those that were written, and the packages, which find `@vesper/…` in the copy. */
async function linkSources(): Promise<void> {
  for (const folder of ['server', 'sync', 'client', 'tools']) {
    await cp(join(root, folder), join(copy, folder), {
      recursive: true,
      force: false,
      filter: (path) => !/\/(node_modules|dist|e2e|bench|locales|public)(\/|$)/.test(path.slice(root.length)),
    })
  }
  await mkdir(join(copy, 'node_modules/@vesper'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@vesper') continue
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of ['server', 'sync', 'client']) {
    await symlink(join(copy, name), join(copy, 'node_modules/@vesper', name))
  }
}

/** The compiler's errors in the files; empty without any. */
async function typesOf(workspace: 'server' | 'client', files: readonly string[]): Promise<string> {
  const config = join(copy, workspace, 'tsconfig.new.json')
  const compilerOptions = { rootDir: copy, composite: false, emitDeclarationOnly: false, noEmit: true }
  const paths = files.map((file) => join(copy, file))
  await writeFile(
    config,
    JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: [], files: paths, references: [] }),
  )
  const { output } = await run('tsc', ['-p', config], { cwd: copy, output: 'kept' })
  return output.trim()
}
