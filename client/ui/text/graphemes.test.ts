import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('an emoji of several code points is one character', async () => {
  const { firstGrapheme, graphemeEnd, graphemeStart, graphemesOf } = await import('./graphemes.ts')
  expect(graphemesOf('a👨‍👩‍👧b')).toEqual(['a', '👨‍👩‍👧', 'b'])
  expect([graphemeStart('a👨‍👩‍👧b', 4), graphemeEnd('a👨‍👩‍👧b', 4), firstGrapheme('👨‍👩‍👧b')]).toEqual([1, 9, '👨‍👩‍👧'])
})

test('a browser without a segmenter cuts between code points', async () => {
  vi.stubGlobal('Intl', {})
  const { firstGrapheme, graphemeEnd, graphemeStart, graphemesOf } = await import('./graphemes.ts')
  expect(graphemesOf('a😀b')).toEqual(['a', '😀', 'b'])
  expect([graphemeStart('a😀b', 2), graphemeEnd('a😀b', 2), firstGrapheme('😀b')]).toEqual([1, 3, '😀'])
  expect([graphemeStart('a😀b', 1), graphemeEnd('a😀b', 3)]).toEqual([1, 3])
})
