import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encrypt, wrappingKeyId } from './key-wrapper.ts'
import { createSealer } from './sealer.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
const sealer = createSealer([first])

test('a sealed text opens again, never looks the same, and does not show the text', () => {
  const [one, other] = [sealer.seal('DE89370400440532013000', 'a'), sealer.seal('DE89370400440532013000', 'a')]
  expect(one).not.toBe(other)
  expect(one + Buffer.from(one, 'base64url').toString('latin1')).not.toContain('3704')
  expect([sealer.open(one, 'a'), sealer.open(other, 'a')]).toEqual(Array(2).fill('DE89370400440532013000'))
})

test('a text that was changed or copied to another row does not open', () => {
  const sealed = sealer.seal('secret', 'a')
  expect(() => sealer.open(sealed, 'b')).toThrow()
  const parts = sealed.split('.')
  for (const place of [1, 2, 3, 4, 5, 6]) {
    const bytes = Buffer.from(parts[place] ?? '', 'base64url')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    const changed = parts.with(place, bytes.toString('base64url'))
    expect(() => sealer.open(changed.join('.'), 'a')).toThrow()
  }
  expect(() => sealer.open(parts.with(6, (parts[6] ?? '').slice(0, 6)).join('.'), 'a')).toThrow()
})

test('after a change of keys the old texts open with the old key alone', () => {
  const sealed = sealer.seal('secret', 'a')
  const both = createSealer([second, first])
  expect(both.open(sealed, 'a')).toBe('secret')
  expect(() => createSealer([second]).open(sealed, 'a')).toThrow('a key that is not configured')
  expect(() => sealer.open(both.seal('new', 'a'), 'a')).toThrow('a key that is not configured')
})

test('a text of an earlier version opens, and gets a key of its own when keys change', () => {
  const about = Buffer.from('a')
  const former = `${wrappingKeyId(first)}.${encrypt(first, Buffer.from('secret'), about)}`
  expect(former.split('.')).toHaveLength(4)
  expect(sealer.open(former, 'a')).toBe('secret')
  expect(() => sealer.open(former, 'b')).toThrow()
  const both = createSealer([second, first])
  const moved = both.rewrap(former, 'a')
  expect(moved.split('.')).toHaveLength(7)
  expect(createSealer([second]).open(moved, 'a')).toBe('secret')
})

test('a change of keys wraps the data key again, and leaves the sealed text as it is', () => {
  const sealed = sealer.seal('secret', 'a')
  const both = createSealer([second, first])
  const moved = both.rewrap(sealed, 'a')
  expect(moved.split('.').slice(4)).toEqual(sealed.split('.').slice(4))
  expect(moved.split('.')[0]).toBe(both.keyId)
  expect(createSealer([second]).open(moved, 'a')).toBe('secret')
  expect(() => both.rewrap(sealed, 'b')).toThrow()
})
