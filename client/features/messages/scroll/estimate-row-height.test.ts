import { i18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import type { MessageRow } from '../history/thread-rows.ts'
import { estimateRowHeight, keptEstimates } from './estimate-row-height.ts'
import type { Room } from './estimate-row-height.ts'

/** A time of day is seven or eight characters: '9:30 AM'. */
const eightEach = (text: string) => text.length * 8
const WIDE = 900
const room = (logWidth: number, rest?: Partial<Room>): Room => ({
  logWidth,
  filesOf: (message) => message.files,
  widthOf: eightEach,
  ...rest,
})
/** Words beside the menu in the widest bubble, less the padding. */
const TEXT_WIDTH = 592 - 40 - 28

i18n.loadAndActivate({ locale: 'en', messages: {} })

test('the estimate of a row stays as it was first made when the log gets another width', () => {
  const row = rowOf('word '.repeat(60))
  const estimate = keptEstimates()
  const narrow = estimate(row, room(360))
  expect(estimate(row, room(900))).toBe(narrow)
  expect(estimate({ ...row, key: 'b' }, room(900))).toBeLessThan(narrow)
})

test('words under a picture are no wider than it', () => {
  const text = 'word '.repeat(30)
  const heightOf = (files: object[]) => keptEstimates()(rowOf(text, { files }), room(WIDE))
  const tall = { width: 900, height: 1600 }
  expect(heightOf([tall]) - heightOf([{ width: 1600, height: 1840 }])).toBeGreaterThan(20)
  expect(heightOf([tall])).toBeGreaterThan(heightOf([]) + 368)
})

test('a picture wider than a bubble is as much lower as it is narrower', () => {
  const heightOf = (width: number) =>
    estimateRowHeight(rowOf('', { files: [{ width: 640, height: 480 }] }, true), room(width))
  const beside = 40 + 32
  expect(heightOf(WIDE)).toBe(2 + 240 + 26)
  expect(heightOf(160 / 0.94 + beside)).toBeLessThan(2 + 121 + 26)
})

test('a photo on its way is as high as it is going to stay', () => {
  const square = { width: 512, height: 512 }
  const onItsWay = room(WIDE, { filesOf: () => [square] })
  const arrived = rowOf('look', { files: [square] }, true)
  expect(estimateRowHeight(rowOf('look', {}, true), onItsWay)).toBe(estimateRowHeight(arrived, room(WIDE)))
})

test('a file whose shape nobody knows is as high as it is drawn until one does', () => {
  const unknown = room(WIDE, { filesOf: () => [undefined] })
  expect(estimateRowHeight(rowOf('', {}, true), unknown)).toBe(2 + 240 + 26)
})

describe('a row is', () => {
  const heightOf = (row: MessageRow) => estimateRowHeight(row, room(WIDE))
  const short = heightOf(rowOf('hello'))
  const full = 'o'.repeat(TEXT_WIDTH / 8 - 1)

  test('a line with the time on it', () => {
    expect(short).toBe(2 + 22 + 16)
  })

  test('a line and the time under it, where there is no room beside', () => {
    expect(heightOf(rowOf(full))).toBe(short + 20)
  })

  test('a line and the time under it sooner for an own one, which says how far it has come', () => {
    const [time, gap] = [(7 * 8 * 13) / 16, 12]
    const text = 'o'.repeat(Math.floor((TEXT_WIDTH - time - gap) / 8) - 1)
    expect(heightOf(rowOf(text))).toBe(short)
    expect(heightOf(rowOf(text, {}, true))).toBe(short + 20)
  })

  test('lower without words, and another height for one emoji, few and some', () => {
    expect(heightOf(rowOf('', { isDeleted: true }))).toBe(2 + 42)
    expect(['😀', '😀😀', '😀😀😀😀'].map((text) => heightOf(rowOf(text)))).toEqual([2 + 88, 2 + 72, 2 + 60])
  })

  test('higher by the room that separates it from the turn of the other', () => {
    expect(heightOf({ ...rowOf('hello'), spaceAfter: 'turn' })).toBe(short + 10)
  })
})

function rowOf(text: string, rest: { files?: object[]; isDeleted?: boolean } = {}, isOwn = false): MessageRow {
  const message = { text, files: [], isDeleted: false, createdAt: new Date(2026, 10, 20, 9, 30).toISOString(), ...rest }
  return {
    kind: 'message',
    key: 'a',
    message: message as unknown as MessageRow['message'],
    isOwn,
    place: 'single',
    spaceAfter: 'run',
  }
}
