import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mutations } from '../../vesper/mutations/registry.ts'
import { SCHEMA_VERSION } from '../../vesper/mutations/schema-version.ts'
import { SyncRequest } from './sync-request.ts'
import { SyncResponse } from './sync-response.ts'
import { judgeProtocol, PROTOCOL_VERSION } from './version.ts'

/**
 * When one of these fails, the wire has changed. If an app of the day before can no longer talk to the server, raise the
 * version; then put the new hash here.
 */
test('[VERSION-1] the shape of request and response belongs to PROTOCOL_VERSION', () => {
  expect([PROTOCOL_VERSION, hashOf([SyncRequest, SyncResponse])]).toEqual([2, 'e970d3a69934d3ab'])
})

test('[VERSION-2] the arguments of the mutations belong to SCHEMA_VERSION', () => {
  const args = Object.entries(mutations).map(([name, mutation]) => [name, mutation.args])
  expect([SCHEMA_VERSION, hashOf(args)]).toEqual([9, 'ebbcee90b57f2d95'])
})

test('[VERSION-5] a server speaks its own protocol and the one before, and no other', () => {
  expect([1, 2, 3, 4, 5, 0.5].map((asked) => judgeProtocol(asked, 3))).toEqual([
    ...['older', 'spoken', 'spoken', 'newer', 'newer', 'older'],
  ])
})

/** A hash of what the schemas accept: their structure and limits, not the words of their messages. */
function hashOf(schemas: unknown): string {
  const seen = JSON.stringify(schemas, (key, value: unknown) => {
    if (key.startsWith('~') || (key === 'message' && typeof value !== 'object')) return undefined
    if (value instanceof RegExp) return String(value)
    return typeof value === 'bigint' ? String(value) : value
  })
  return createHash('sha256').update(seen).digest('hex').slice(0, 16)
}
