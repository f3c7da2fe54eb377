import { v7 } from 'uuid'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { migrateArguments } from './argument-migrations.ts'
import { recordedIn } from './recorded/recorded.ts'
import { mutations } from './registry.ts'
import type { MutationName } from './registry.ts'
import { SCHEMA_VERSION } from './schema-version.ts'

const versions = Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1)
const names = [
  'conversation',
  'creator',
  'message',
  'priced message',
  'reply',
  'post',
  'product',
  'draft',
  'other draft',
  'gallery',
  'photo',
  'gallery file',
  'digital product',
  'product file',
  'video',
  'subscription',
  'address',
  'order',
  'blocked fan',
  'comment',
  'answer',
  'fan list',
  'rule list',
  'fan',
  'broadcast',
  'pause',
]
const ids = Object.fromEntries(names.map((name) => [name, v7()]))

describe.each(versions)('[VERSION-3] mutations queued by apps of schema %i', (schema) => {
  test.each(recordedIn(schema, ids))('$name is understood, or refused for a reason', ({ name, args }) => {
    const reading = migrateArguments({ name, args, schema })
    if (!reading) throw new Error('no step knows it')
    if ('refused' in reading) expect(reading.refused).toMatch(/^[A-Z].* .*\.$/)
    else expect(v.safeParse(mutations[name as MutationName].args, reading.args).issues).toBeUndefined()
  })
})

test('[VERSION-3] every mutation of the present schema is recorded, and what was recorded before is still in every step', () => {
  const recorded = versions.map((schema) => new Set(recordedIn(schema, ids).map(({ name }) => name)))
  expect([...(recorded.at(-1) ?? [])].toSorted()).toEqual(Object.keys(mutations).toSorted())
})

test('[VERSION-3] a step gives nothing for unknown arguments and for hostile versions', () => {
  for (const schema of [0, -1, 1.5, Number.NEGATIVE_INFINITY]) {
    expect(migrateArguments({ name: 'message.send', args: {}, schema })).toBeNull()
  }
  for (const name of ['follow.set', 'constructor', '__proto__']) {
    expect(migrateArguments({ name, args: {}, schema: 1 })).toBeNull()
  }
})
