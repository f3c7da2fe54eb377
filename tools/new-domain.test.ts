import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDomain } from './new-domain.ts'
import { root, run } from './run.ts'

let copy: string

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vesper-new-'))
  await mkdir(join(copy, 'server'))
  await cp(join(root, 'server/domains.ts'), join(copy, 'server/domains.ts'))
})
afterEach(() => rm(copy, { recursive: true }))

test('a new domain is listed, and its types check', { timeout: 300_000 }, async () => {
  const written = await writeDomain(copy, 'shop/promo-codes')
  for (const file of written) expect(await readFile(join(copy, file), 'utf8'), file).not.toContain('{{')
  const list = await readFile(join(copy, 'server/domains.ts'), 'utf8')
  expect(list).toContain("import { promoCodes } from './domains/shop/promo-codes/domain.ts'\n")
  expect(list).toMatch(/\n {2}promoCodes,\n\]/)

  await linkSources()
  const files = [...written, 'server/domains.ts'].filter((file) => !file.startsWith('client/'))
  expect(await typesOf('server', files)).toBe('')
  const inClient = written.filter((file) => file.startsWith('client/'))
  expect(await typesOf('client', inClient)).toBe('')
})

test('a name in use is refused, and nothing is written', async () => {
  await writeDomain(copy, 'shop/promo-codes')
  const before = await readFile(join(copy, 'server/domains.ts'), 'utf8')
  await expect(writeDomain(copy, 'shop/promo-codes')).rejects.toThrow('sync/vesper/api/promo-codes.ts exists already.')
  expect(await readFile(join(copy, 'server/domains.ts'), 'utf8')).toBe(before)
})

test.each([
  ['shop/Reports', 'a plural in kebab-case'],
  ['shop/report', 'a plural in kebab-case'],
  ['promo-codes', 'a plural in kebab-case'],
  ['shop/promo_codes', 'a plural in kebab-case'],
  ['../../etcs', 'a plural in kebab-case'],
  ['', 'a plural in kebab-case'],
  ['garage/promo-codes', 'no wing "garage"'],
])('the name "%s" is refused', async (name, reason) => {
  await expect(writeDomain(copy, name)).rejects.toThrow(reason)
  expect(await readdir(copy)).toEqual(['server'])
})

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
