import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesAfter, soldFileIds } from './asset.ts'

const list: fc.Arbitrary<string[]> = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))

test('an edit of files is applied as it is where no other device changed them, and where it does not say what it saw', () => {
  fc.assert(
    fc.property(list, list, (now, fileIds) => {
      expect(filesAfter(now, { fileIds, seen: now })).toEqual(fileIds)
      expect(filesAfter(now, { fileIds })).toEqual(fileIds)
    }),
  )
})

test('files that were added elsewhere stay, and files that were removed elsewhere stay removed', () => {
  fc.assert(
    fc.property(list, list, list, (now, fileIds, seen) => {
      const after = filesAfter(now, { fileIds, seen })
      expect(new Set(after).size).toBe(after.length)
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        const [isThere, isWanted, wasSeen] = [now, fileIds, seen].map((ids) => ids.includes(id))
        expect([id, after.includes(id)]).toEqual([
          id,
          isThere === wasSeen ? isWanted : isThere || (!wasSeen && isWanted),
        ])
      }
    }),
  )
  expect(filesAfter(['a', 'x'], { fileIds: ['a', 'b'], seen: ['a'] })).toEqual(['a', 'x', 'b'])
})

test('a row that an earlier app stored has its one file', () => {
  expect(soldFileIds({ kind: 'product', fileId: 'a' })).toEqual(['a'])
  expect(soldFileIds({ kind: 'product', fileId: null })).toEqual([])
  expect(soldFileIds({ kind: 'product', fileId: 'a', fileIds: ['a', 'b'] })).toEqual(['a', 'b'])
  expect(soldFileIds({ kind: 'photo', fileId: 'a' })).toEqual([])
})
