import assert from 'node:assert/strict'
import { hasUse, things as table } from '@vesper/sync/vesper/records/things.ts'
import type { ThingKind, ThingUse } from '@vesper/sync/vesper/records/things.ts'
import type { Thing } from './thing.ts'

/** The kinds of things that domains declare. A kind of the table without a domain has no thing yet. */
export type Things = ReadonlyMap<ThingKind, Thing>

/** The functions that each use asks for. */
const needed: Readonly<Record<ThingUse, readonly (keyof Thing)[]>> = {
  ...{ comment: [], like: ['noticed'], bookmark: ['bookmarks'], report: ['snapshot'], hide: ['hide'] },
  ...{ buy: ['lock', 'price'], order: [], own: [], search: ['search'] },
}

/** Things by kind. Throws for a kind that two domains declare, and for one that lacks a function that a use of it needs. */
export function joinThings(declared: readonly Thing[]): Things {
  const joined = new Map(declared.map((thing) => [thing.kind, thing]))
  assert.equal(joined.size, declared.length, 'declared by two domains')
  for (const thing of declared) {
    assert(thing.kind in table, `the table of things has no ${thing.kind}`)
    for (const use of Object.keys(needed) as ThingUse[]) {
      if (!hasUse(thing.kind, use)) continue
      for (const name of needed[use]) assert(thing[name], `the thing ${thing.kind} has no ${name}: see its use ${use}`)
    }
  }
  return joined
}
