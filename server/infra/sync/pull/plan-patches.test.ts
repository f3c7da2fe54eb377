import { expect, test } from 'vitest'
import { DELTA_MAX, findBehind, planPatches } from './plan-patches.ts'
import type { Cursor } from './plan-patches.ts'
import type { VisibleSpace } from './visible-spaces.ts'

const none: ReadonlySet<string> = new Set()

function space(name: string, version: number, rows = 51): VisibleSpace {
  return { space: name, version, rows, floor: 0, past: [], undelivered: false }
}

function cursorOf(versions: [string, number][]): Cursor {
  return { run: 1, versions: new Map(versions) }
}

test('[PULL-2] a device is behind where its cursor is older, unknown, or never handed out', () => {
  const visible = [space('same', 3), space('older', 3), space('future', 3), space('unknown', 3)]
  const cursor: [string, number][] = [
    ['same', 3],
    ['older', 2],
    ['future', 4],
  ]
  expect(findBehind(visible, cursorOf(cursor), none).map(({ space, since }) => [space, since])).toEqual([
    ['older', 2],
    ['future', null],
    ['unknown', null],
  ])
})

test('[PULL-3] an answer holds whole spaces up to its size, in order', () => {
  const behind = findBehind(
    Array.from({ length: 100 }, (_, n) => space(`c${n}`, 1)),
    cursorOf([]),
    none,
  )
  const { patches, left } = planPatches(behind, new Map(), none)
  expect(left.length).toBe(61)
  expect(patches.map(({ space }) => space)).toEqual(Array.from({ length: 39 }, (_, n) => `c${n}`))
})

test('[PULL-3] a single space always fits, and the last answer says that it is the last', () => {
  const behind = findBehind([space('big', 1, 5000)], cursorOf([]), none)
  expect(planPatches(behind, new Map(), none)).toMatchObject({ patches: [{ space: 'big' }], left: [] })
})

test('[PULL-4] a device that missed too much of a conversation receives it from the beginning', () => {
  const behind = findBehind(
    [space('a', 9), space('b', 9)],
    cursorOf([
      ['a', 1],
      ['b', 1],
    ]),
    none,
  )
  const { patches } = planPatches(
    behind,
    new Map([
      ['a', DELTA_MAX],
      ['b', DELTA_MAX + 1],
    ]),
    none,
  )
  expect(patches.map(({ space, since }) => [space, since])).toEqual([
    ['a', 1],
    ['b', null],
  ])
})

test('[PULL-1] the spaces of the mutations come first, and in any case', () => {
  const visible = [space('big', 1, 2000), space('second', 1), space('mine', 1)]
  const first = new Set(['mine', 'second'])
  const behind = findBehind(visible, cursorOf([]), first)
  expect(behind.map(({ space }) => space)).toEqual(['second', 'mine', 'big'])
  const plan = planPatches(behind, new Map(), first)
  expect(plan).toMatchObject({ patches: [{ space: 'second' }, { space: 'mine' }], left: [{ space: 'big' }] })
})
