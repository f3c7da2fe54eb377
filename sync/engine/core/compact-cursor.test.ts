import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactCursor, expandCursor } from './compact-cursor.ts'

const cursors = fc.dictionary(
  fc.uuid().map((id) => `c:${id}`),
  fc.nat(),
  { minKeys: 1, maxKeys: 30 },
)

test('[CURSOR-5] a compact cursor says what the whole one said, in whatever order the other side has the names', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(expandCursor(compactCursor(cursor), named(...Object.keys(cursor).reverse()))).toEqual(cursor)
    }),
  )
})

test('[CURSOR-5] one or two spaces that the device does not have are found', () => {
  fc.assert(
    fc.property(cursors, fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 2 }), (cursor, ids) => {
      const visible = [...ids.map((id) => `p:${id}`), ...Object.keys(cursor)]
      expect(expandCursor(compactCursor(cursor), named(...visible))).toEqual(cursor)
    }),
  )
})

test('[CURSOR-5] a cursor that cannot be expanded is not guessed', () => {
  const held = { 'c:1': 4, 'c:2': 5, 'u:1': 6 }
  const compact = compactCursor(held)
  expect(expandCursor(compact, named('c:1', 'c:2'))).toBeNull()
  expect(expandCursor(compact, named('c:1', 'c:2', 'u:2'))).toBeNull()
  expect(expandCursor(compact, named('c:1', 'c:2', 'u:2', 'u:3'))).toBeNull()
  expect(expandCursor(compact, named(...Object.keys(held), 'c:3', 'c:4', 'c:5'))).toBeNull()
  expect(expandCursor({ ...compact, versions: [4, 5] }, named(...Object.keys(held)))).toBeNull()
  expect(expandCursor({ names: 0, versions: [] }, named())).toEqual({})
})

test('[CURSOR-5] names that differ by what is where differ in their sum', () => {
  const of = (...names: string[]) => compactCursor(Object.fromEntries(names.map((name) => [name, 1]))).names
  expect(of('c:12', 'c:34')).not.toBe(of('c:14', 'c:32'))
  expect(of('c:ab')).not.toBe(of('c:ba'))
  expect(of('')).not.toBe(of())
})

/** Spaces as the server has them, at versions that the cursor carries itself. */
function named(...names: string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name) => [name, 0]))
}
