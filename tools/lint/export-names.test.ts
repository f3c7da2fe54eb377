import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { misnamed } from './export-names.ts'
import { toRename } from './files-to-rename.ts'

test.each([
  ['server/domains/content/assets/sold-files.ts', 'soldFiles'],
  ['client/features/sold/sold-files.tsx', 'SoldFiles'],
  ['client/features/push/push-kinds.ts', 'PUSH_KINDS'],
  ['client/core/session/session.ts', '$session'],
  ['sync/media/plan-mp4.ts', 'planMp4'],
  ['server/domains/money/payments/orders/pay.ts', 'payOrder'],
  ['server/infra/concurrency/fair-gate.ts', 'createFairGate'],
])('%s may export %s', (file, name) => {
  expect(misnamed(file, ['OTHER', name])).toBeNull()
})

test('two exports about the same thing may name the file', () => {
  expect(misnamed('server/infra/sessions/session-token.ts', ['signSessionToken', 'readSessionToken'])).toBeNull()
  expect(misnamed('server/infra/sessions/session-token.ts', ['Claims', 'signSessionToken'])).not.toBeNull()
})

test.each([
  ['client/core/sync/list-unavailable.tsx', 'NothingYet'],
  ['client/features/sold/sold-files.ts', 'useSoldFiles'],
  ['client/features/sold/use-sold-files.ts', 'soldFiles'],
  ['server/domains/content/assets/sold-files.ts', 'removeSoldFiles'],
  ['sync/engine/local/cache.ts', 'clear'],
])('%s may not export %s alone', (file, name) => {
  expect(misnamed(file, [name])).toBe(`No export is named for ${file.split('/').at(-1)}: it exports ${name}.`)
})

test.each([
  'server/domains/shop/cart/routes.ts',
  'client/features/cart/model.ts',
  'sync/vesper/mutations/cart.ts',
  'client/routes/cart.tsx',
  'client/vite.config.ts',
  'server/testing/redis.ts',
  'server/domains/shop/cart/cart.pg.test.ts',
])('%s has a name of its own kind', (file) => {
  expect(misnamed(file, ['somethingElse'])).toBeNull()
})

test('a program exports nothing', () => {
  expect(misnamed('server/main.ts', [])).toBeNull()
})

test('the rule of the linter sees every kind of export', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-lint-'))
  try {
    const config = join(folder, '.oxlintrc.json')
    const jsPlugins = [join(root, 'tools/lint/plugin.ts')]
    writeFileSync(config, JSON.stringify({ plugins: [], jsPlugins, rules: { 'vesper/export-names': 'error' } }))
    const sources = {
      'sold-files.ts': 'export const { soldFiles } = { soldFiles: 1 }\n',
      'fair-gate.ts': 'class Gate {}\nexport { Gate as FairGate }\n',
      'price-list.ts': "export type PriceList = string[]\nexport * from 'node:fs'\n",
      'pay-order.ts': 'export async function payOrders() {}\nexport enum OtherThings { A }\n',
      'lost-one.ts': 'export function found() {}\nexport type { Stats as Kept } from "node:fs"\n',
    }
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source)
    const args = ['oxlint', '--config', config, '--format', 'unix', folder]
    const output = (() => {
      try {
        return execFileSync('npx', args, { cwd: root, encoding: 'utf8' })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    })()
    expect(output.match(/No export is named.*?\./g)).toEqual(['No export is named for lost-one.'])
    expect(output).toContain('it exports found, Kept.')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the list of files to rename names files that exist', () => {
  for (const file of toRename) expect(existsSync(join(root, file)), file).toBe(true)
})

test('a file on the list passes until it fits its name', () => {
  const listed = new Set(['client/ui/text/age.ts'])
  expect(misnamed('client/ui/text/age.ts', ['years'], listed)).toBeNull()
  expect(misnamed('client/ui/text/age.ts', ['age'], listed)).toMatch('take it off')
})
