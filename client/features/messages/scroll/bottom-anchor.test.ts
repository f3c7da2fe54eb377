import { expect, test } from 'vitest'
import { bottomAnchor, staysAtEnd } from './bottom-anchor.ts'

const CONTENT = 1_000

/** As a browser does it: the log of another height, with its place within what it can be. */
function resize({ from, to, top }: { from: number; to: number; top: number }): number {
  const most = Math.max(0, CONTENT - to)
  return bottomAnchor({ growth: to - from, top: Math.min(top, most), most, before: top })
}

test('the foot of a log stays when it becomes shorter or taller', () => {
  expect(resize({ from: 400, to: 300, top: 500 })).toBe(600)
  expect(resize({ from: 300, to: 400, top: 500 })).toBe(400)
})

test('a log at its end, or near it, is as far from it when it grows', () => {
  expect(resize({ from: 300, to: 400, top: 700 })).toBe(600)
  expect(resize({ from: 300, to: 400, top: 650 })).toBe(550)
  expect(resize({ from: 300, to: 1_200, top: 700 })).toBe(0)
})

test('a place that no event has told yet is at the end when the browser had to move it', () => {
  expect(bottomAnchor({ growth: 100, top: 600, most: 600, before: 200 })).toBe(500)
  expect(bottomAnchor({ growth: 100, top: 300, most: 600, before: 650 })).toBe(200)
})

test('a log at its end is there until somebody moves up', () => {
  expect(staysAtEnd(false, 0, 0)).toBe(true)
  expect(staysAtEnd(true, -40, 0)).toBe(true)
  expect(staysAtEnd(true, 0, 60)).toBe(true)
  expect(staysAtEnd(true, 40, 20)).toBe(true)
  expect(staysAtEnd(true, -40, 40)).toBe(false)
  expect(staysAtEnd(false, 60, 40)).toBe(false)
})
