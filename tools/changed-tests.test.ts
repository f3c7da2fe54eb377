import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browserTests, engineTests, frameTests, onlyInFullRun, subjectOf } from './browser-tests.ts'
import { changedTests, rowOf } from './changed-tests.ts'
import { root } from './run.ts'

const ACCESS = 'server/domains/people/accounts/access.pg.test.ts'

test('a change of a server domain runs its tests on PostgreSQL, the access table and its browser tests', () => {
  expect(changedTests(['server/domains/shop/cart/commands.ts'])).toEqual({
    related: ['server/domains/shop/cart/commands.ts'],
    server: [ACCESS, 'server/domains/shop/cart/'],
    browser: ['cart'],
  })
})

test('the access table is there', () => {
  expect(existsSync(join(root, ACCESS))).toBe(true)
})

test('a changed test on PostgreSQL runs itself alone', () => {
  const changed = 'server/domains/shop/cart/cart.pg.test.ts'
  expect(changedTests([changed])).toMatchObject({ server: [changed], browser: [] })
})

test('a change of what carries the server runs all tests on PostgreSQL', () => {
  expect(changedTests(['server/infra/http/route.ts']).server).toEqual(['server/'])
  expect(changedTests(['server/domains.ts']).server).toEqual(['server/'])
})

test('a change of a client feature runs no test on PostgreSQL', () => {
  const { server, browser } = changedTests(['client/features/reactions/like-button.tsx', 'client/README.md'])
  expect(server).toEqual([])
  expect(browser).toEqual(['reactions'])
})

test('a changed browser test runs itself', () => {
  const { related, browser } = changedTests(['client/e2e/app/home.e2e.ts'])
  expect(related).toEqual([])
  expect(browser).toEqual(['home'])
})

test('a change of the engine runs the offline stories', () => {
  const { server, browser } = changedTests(['sync/engine/sync-loop.ts'])
  expect(server).toEqual(['server/infra/sync/'])
  expect(browser).toContain('offline-story')
})

test('a change of a record runs the tests of its domain', () => {
  expect(changedTests(['sync/vesper/records/cart-line.ts'])).toMatchObject({
    server: ['/cart/', ACCESS],
    browser: ['cart'],
  })
})

describe('the map', () => {
  const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: ['**/*.test.ts', '**/node_modules/**'] })
  const subjects = [
    ...find('server/domains/*/*/domain.ts'),
    ...find('client/{features,entities}/*/*').filter((path) => /\.tsx?$/.test(path)),
    ...find('sync/vesper/*.ts'),
    ...find('sync/vesper/{api,records,mutations}/*.ts'),
  ]
  const named = [...Object.values(browserTests), engineTests, frameTests].flatMap((row) =>
    typeof row === 'string' ? [] : row,
  )
  const files = find('client/e2e/**/*.e2e.ts').map((file) => basename(file, '.e2e.ts'))

  test('has a row for each domain, feature and record', () => {
    expect(subjects.length).toBeGreaterThan(150)
    expect(withoutRow(subjects)).toEqual([])
  })

  test('notices a domain, a feature and a record without a row', () => {
    const planted = [
      'server/domains/shop/example-boxes/domain.ts',
      'client/features/example-boxes/page.tsx',
      'sync/vesper/records/example-box.ts',
    ]
    expect(withoutRow(planted)).toEqual(planted)
  })

  test('has no row for anything else', () => {
    const used = new Set(subjects.map(rowOf))
    expect(Object.keys(browserTests).filter((row) => !used.has(row))).toEqual([])
    expect(Object.values(subjectOf).filter((row) => !(row in browserTests))).toEqual([])
  })

  test('names browser tests that exist', () => {
    expect([...named, ...Object.keys(onlyInFullRun)].filter((name) => !files.includes(name))).toEqual([])
  })

  test('names each browser test, or says why only the whole run has it', () => {
    expect(files.filter((file) => !named.includes(file) && !(file in onlyInFullRun))).toEqual([])
    expect(Object.keys(onlyInFullRun).filter((name) => named.includes(name))).toEqual([])
  })

  test('gives a reason where it has no browser test', () => {
    const empty = Object.entries(browserTests).filter(
      ([, row]) => row.length === 0 || (typeof row === 'string' && !row.endsWith('.')),
    )
    expect(empty).toEqual([])
  })

  function withoutRow(paths: readonly string[]): string[] {
    return paths.filter((path) => !(String(rowOf(path)) in browserTests))
  }
})
