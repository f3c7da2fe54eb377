import { expect, test } from 'vitest'
import { createAssembly, splitFragments } from './fragments.ts'

const FRAMES = {
  short: 'a 1 batch []',
  'long and uniform, so that pieces are equal': `a 2 batch ${'x'.repeat(40_000)}`,
  'long, of characters of two to four bytes': `a 3 batch ${'é€😀'.repeat(9_000)}`,
}

test.each(Object.entries(FRAMES))('puts a frame together again that is %s', (_title, frame) => {
  const fragments = splitFragments(frame)
  expect(new Set(fragments).size).toBe(fragments.length)
  for (const fragment of fragments) expect(Buffer.byteLength(fragment)).toBeLessThan(8_000)
  const assemble = createAssembly('b')
  const frames = fragments.map((fragment) => assemble(fragment))
  expect(frames.at(-1)).toBe(frame)
  expect(frames.slice(0, -1).every((made) => made === null)).toBe(true)
})

test('drops the fragments of this server, and those whose beginning it did not hear', () => {
  const [first = '', second = '', ...rest] = splitFragments(`a 1 batch ${'x'.repeat(20_000)}`)
  expect([first, second, ...rest].map(createAssembly('a'))).toEqual([null, null, null])
  expect([second, ...rest].map(createAssembly('b'))).toEqual([null, null])
})

test('keeps the fragments of two servers apart', () => {
  const frames = ['a', 'b'].map((sender) => `${sender} 1 batch ${'x'.repeat(10_000)}`)
  const [[a1 = '', a2 = ''] = [], [b1 = '', b2 = ''] = []] = frames.map(splitFragments)
  const assemble = createAssembly('c')
  expect([a1, b1, a2, b2].map((fragment) => assemble(fragment))).toEqual([null, null, ...frames])
})
