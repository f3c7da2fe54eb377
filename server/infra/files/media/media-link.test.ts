import { expect, test } from 'vitest'
import { createKeyRing } from '../../crypto/key-ring.ts'
import { signedUrl, verifyLink } from './media-link.ts'

const ringOf = (...texts: [string, ...string[]]) => {
  const [first, ...others] = texts.map((text) => new TextEncoder().encode(text))
  return createKeyRing('session', [first ?? expect.fail(), ...others])
}
const secret = ringOf('a secret of at least thirty-two bytes')
const link = {
  fileId: '0190a1b2-0000-7000-8000-000000000001',
  rendition: 'original' as const,
  viewerId: '0190a1b2-0000-7000-8000-0000000000aa',
}
const noon = new Date('2026-03-01T12:00:00Z')

function queryOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url, 'http://x').searchParams)
}

test('a link is the same all day and lives for a day at least', () => {
  const first = signedUrl(secret, link, new Date('2026-03-01T00:00:00Z'))
  expect(signedUrl(secret, link, new Date('2026-03-01T23:59:59.999Z'))).toBe(first)
  expect(signedUrl(secret, link, new Date('2026-03-02T00:00:00Z'))).not.toBe(first)
  expect(verifyLink(secret, link, queryOf(first))?.expires).toBe(Date.parse('2026-03-03T00:00:00Z') / 1000)
})

test('whatever is changed in a link, it no longer holds', () => {
  const query = queryOf(signedUrl(secret, link, noon))
  expect(verifyLink(secret, link, query)).toEqual({ ...link, expires: Number(query['e']) })
  const { fileId, rendition } = link
  const changed: [
    typeof secret,
    Pick<typeof link, 'fileId'> & { rendition: 'original' | 'thumbnail' },
    typeof query,
  ][] = [
    [ringOf('another secret of thirty-two bytes'), link, query],
    [secret, { fileId: fileId.replace(/1$/, '2'), rendition }, query],
    [secret, { fileId, rendition: 'thumbnail' }, query],
    [secret, link, { ...query, v: link.fileId }],
    [secret, link, { ...query, e: String(Number(query['e']) + 1) }],
    [secret, link, { ...query, e: `${query['e']}.0` }],
    [secret, link, { ...query, s: `${query['s']}A` }],
    [secret, link, { ...query, s: `${query['s']}=` }],
    [secret, link, { ...query, s: '' }],
    [secret, link, { v: query['v'] ?? '', e: query['e'] ?? '' }],
  ]
  for (const [key, target, given] of changed) expect(verifyLink(key, target, given)).toBeNull()
})

test('a link names its key, and holds while that is one of the keys; a link of an earlier version may be of any', () => {
  const [former, present] = ['a secret of at least thirty-two bytes', 'another secret of thirty-two bytes']
  const query = queryOf(signedUrl(secret, link, noon))
  const [id = '', signature = ''] = query['s']?.split('.') ?? []
  expect(id).toBe(secret[0].id)
  const unnamed = { ...query, s: signature }
  for (const given of [query, unnamed]) {
    expect(verifyLink(ringOf(present, former), link, given)).not.toBeNull()
    expect(verifyLink(ringOf(present), link, given)).toBeNull()
  }
  const misnamed = { ...query, s: `${ringOf(present)[0].id}.${signature}` }
  expect(verifyLink(ringOf(present, former), link, misnamed)).toBeNull()
})
