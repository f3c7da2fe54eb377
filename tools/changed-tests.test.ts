import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedTests } from './changed-tests.ts'
import { root } from './run.ts'

test('a change of a server domain runs its tests on PostgreSQL and its browser tests', () => {
  expect(changedTests(['server/domains/shop/cart/commands.ts'])).toEqual({
    related: ['server/domains/shop/cart/commands.ts'],
    server: ['/cart/', 'server/infra/http/'],
    browser: ['cart'],
  })
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
  expect(browser).toEqual(['home.e2e.ts'])
})

test('a change of the engine runs the offline stories', () => {
  const { server, browser } = changedTests(['sync/engine/sync-loop.ts'])
  expect(server).toEqual(['server/infra/sync/'])
  expect(browser).toContain('offline-story')
})

test('every browser test in the table exists', () => {
  const files = readdirSync(join(root, 'client/e2e'), { recursive: true, encoding: 'utf8' })
  const folders = readdirSync(join(root, 'client/features'))
  const named = folders.flatMap((folder) => changedTests([`client/features/${folder}/model.ts`]).browser)
  expect(named.length).toBeGreaterThan(20)
  for (const name of new Set(named)) {
    const found = files.some((file) => file.endsWith('.e2e.ts') && file.includes(name))
    expect(found, `a browser test with ${name} in its name`).toBe(true)
  }
})
