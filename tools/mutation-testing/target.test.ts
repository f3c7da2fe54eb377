import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { NIGHTLY, targetOf } from './target.ts'

test('each folder of the nightly run has sources and tests', () => {
  const empty = NIGHTLY.map((path) => targetOf(root, path)).filter(
    ({ sources, tests }) => sources.length === 0 || tests.length === 0,
  )
  expect(empty).toEqual([])
})

test('a file has the tests named for it', () => {
  const path = 'server/domains/money/money/split'
  expect(targetOf(root, `${path}.ts`)).toEqual({
    ...{ path: `${path}.ts`, sources: [`${path}.ts`], tests: [`${path}.test.ts`] },
  })
})

test('a file without tests of its own has those of its folder', () => {
  const { tests } = targetOf(root, 'server/domains/people/grants/commands.ts')
  expect(tests).toEqual(['server/domains/people/grants/grants.pg.test.ts'])
})

test('a path that does not exist is an error', () => {
  expect(() => targetOf(root, 'server/domains/nothing')).toThrow('There is no server/domains/nothing')
})
