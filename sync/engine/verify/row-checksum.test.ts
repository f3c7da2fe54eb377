import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../core/outbox-record.ts'
import type { SpaceChecksum } from '../protocol/space-checksum.ts'
import { isSameChecksum, checksumRows } from './row-checksum.ts'
import type { CollectedRow } from './row-checksum.ts'

const collections = { items: { unversioned: ['likes'] }, lists: {} }
const rows = fc.uniqueArray(
  fc.record({
    collection: fc.constantFrom('items', 'lists'),
    row: fc.record({ _id: fc.uuid(), text: fc.string(), more: fc.jsonValue() }),
  }),
  { selector: ({ collection, row }) => `${collection} ${row._id}`, maxLength: 8 },
) as fc.Arbitrary<CollectedRow[]>

test('[VERIFY-1] neither the order of rows nor that of fields counts, nor a field without a value', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const other = some.toReversed().map(({ collection, row }) => ({
        collection,
        row: {
          absent: undefined,
          ...Object.fromEntries(Object.entries(row).toReversed()),
          $space: 's',
        } as unknown as Row,
      }))
      expect(checksumRows(JSON.parse(JSON.stringify(other)) as CollectedRow[], collections)).toBe(
        checksumRows(some, collections),
      )
    }),
  )
})

test('[VERIFY-1] whatever changes in a row changes the sum', () => {
  fc.assert(
    fc.property(rows, fc.string({ minLength: 1 }), (some, text) => {
      const [first, ...rest] = some
      if (!first) return
      const changed = { ...first, row: { ...first.row, text: `${String(first.row['text'])}${text}` } }
      expect(checksumRows([changed, ...rest], collections)).not.toBe(checksumRows(some, collections))
      expect(checksumRows(rest, collections)).not.toBe(checksumRows(some, collections))
    }),
  )
})

test('[VERIFY-1] only the target of a link counts, and all of a text, even of one that reads like a link', () => {
  const sumOf = (row: Record<string, unknown>) =>
    checksumRows([{ collection: 'lists', row: { _id: 'a', ...row } }], collections)
  expect(sumOf({ url: '/media/1/original?v=me&e=1&s=x' })).toBe(sumOf({ url: '/media/1/original?v=me&e=2&s=y' }))
  expect(sumOf({ files: [{ url: 'https://cdn.test/1?s=x' }] })).toBe(
    sumOf({ files: [{ url: 'https://cdn.test/1?s=y' }] }),
  )
  expect(sumOf({ url: '/media/1/original?s=x' })).not.toBe(sumOf({ url: '/media/2/original?s=x' }))
  expect(sumOf({ thumbnailUrl: '/media/1/thumbnail?s=x' })).toBe(sumOf({ thumbnailUrl: '/media/1/thumbnail?s=y' }))
  expect(sumOf({ text: 'how? so' })).not.toBe(sumOf({ text: 'how? and so' }))
  expect(sumOf({ text: '/a?s=x' })).not.toBe(sumOf({ text: '/a?s=y' }))
  expect(sumOf({ text: 'https://a.test/?s=x' })).not.toBe(sumOf({ text: 'https://a.test/?s=y' }))
})

test('[VERIFY-1] fields that no version is raised for do not count, where a collection names them', () => {
  const sumOf = (collection: string, likes: number) =>
    checksumRows([{ collection, row: { _id: 'a', likes } }], collections)
  expect(sumOf('items', 1)).toBe(sumOf('items', 2))
  expect(sumOf('lists', 1)).not.toBe(sumOf('lists', 2))
})

test('[VERIFY-2] a certain row that is not held is missed, in its part and among the collections that the device knows', () => {
  const sum: SpaceChecksum = { space: 's', version: 1, ids: { items: [] }, sum: 0 }
  const isSame = (certain: string[], part?: SpaceChecksum['part']) =>
    isSameChecksum({ ...sum, part }, { rows: [], certain, collections })
  expect(isSame([])).toBe(true)
  expect(isSame(['items b'])).toBe(false)
  expect(isSame(['later b'])).toBe(true)
  expect(isSame(['items b'], { after: 'items b', upTo: null })).toBe(true)
  expect(isSame(['items b'], { after: 'items a', upTo: 'items b' })).toBe(false)
  expect(isSame(['items b'], { after: '', upTo: 'items a' })).toBe(true)
})
