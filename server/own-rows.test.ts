import { globSync } from 'node:fs'
import { join } from 'node:path'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { expect, test } from 'vitest'
import type { CollectionName } from './infra/sync/synced-collection.ts'

/** Collections with so few rows in an account's space that no answer has to be cut for them. */
const FEW = new Map<CollectionName, string>([
  ['profiles', 'one row of each account'],
  ['preferences', 'one row of each account'],
  ['wallets', 'one row of each account'],
  ['cart-lines', 'at most 100 products'],
  ['addresses', 'at most 20 addresses'],
])

type Manifest = { name: string; collections?: readonly { name: CollectionName }[]; ownRows?: readonly unknown[] }

const manifests = (
  await Promise.all(
    globSync('{domains/*/*,infra/*,content}/domain.ts', { cwd: import.meta.dirname }).map(
      async (path) => (await import(join(import.meta.dirname, path))) as Record<string, Manifest>,
    ),
  )
).flatMap((module) => Object.values(module))

test('each domain counts the rows of its collections in the own space of an account', () => {
  expect(manifests.length).toBeGreaterThan(30)
  expect(uncounted(manifests)).toEqual([])
})

test('a domain that counts no rows of its collection is noticed', () => {
  const withoutCounts = manifests.map((manifest) => ({ ...manifest, ownRows: [] }))
  expect(uncounted(withoutCounts)).toEqual(expect.arrayContaining(['drafts: post-drafts', 'follows: follows']))
})

test('each exception is a collection in own spaces', () => {
  expect([...FEW.keys()].filter((name) => !isInOwnSpace(name))).toEqual([])
})

function uncounted(all: readonly Manifest[]): string[] {
  return all.flatMap(({ name, collections = [], ownRows = [] }) =>
    ownRows.length > 0
      ? []
      : collections.filter((own) => isInOwnSpace(own.name) && !FEW.has(own.name)).map((own) => `${name}: ${own.name}`),
  )
}

/** Any row will do: each of its fields is itself a row, or the text `id`. */
function isInOwnSpace(name: CollectionName): boolean {
  const row: unknown = new Proxy({}, { get: (_target, key) => (key === Symbol.toPrimitive ? () => 'id' : row) })
  return vesperModel.collections[name].space(row as never) === 'u:id'
}
