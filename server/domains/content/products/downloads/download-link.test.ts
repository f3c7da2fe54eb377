import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../../../infra/crypto/key-ring.ts'
import { holds, isFor, readDownloadLink, signDownloadLink } from './download-link.ts'

const secret = createKeyRing('session', [new Uint8Array(32).fill(7)])
const now = new Date('2026-11-26T12:00:00Z')

function queryOf(productIds: readonly string[]): string {
  const target = { productIds, fileId: null, viewerId: randomUUID(), right: 'a right' }
  return signDownloadLink(secret, target, now).url.split('?')[1] ?? ''
}

test('a link is told from its own parameters, and names at most fifty products, each once', () => {
  const ids = Array.from({ length: 51 }, () => randomUUID())
  const query = queryOf(ids.slice(0, 50))
  const asked = readDownloadLink(query)
  if (!asked) throw new Error('the link was not read')
  expect([holds(secret, asked, now), isFor(asked, 'a right'), isFor(asked, 'another')]).toEqual([true, true, false])
  for (const changed of [query.replace(/r=[^&]+/, 'r=x'), query.replace(ids[0] ?? '', ids[50] ?? '')]) {
    const other = readDownloadLink(changed)
    expect(other && holds(secret, other, now)).toBe(false)
  }
  const [first = ''] = ids
  expect([readDownloadLink(queryOf(ids)), readDownloadLink(queryOf([first, first]))]).toEqual([null, null])
})
