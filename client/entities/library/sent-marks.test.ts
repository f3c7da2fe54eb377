import type { SentFile } from '@vesper/sync/vesper/api/files.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { sentMarks } from './sent-marks.ts'

const ME = 'me'

type Given = { files: string[]; price?: number; bought?: boolean; senderId?: string; isDeleted?: boolean }

/** A message that holds these files; `number` is its place. */
function message({ files, price, bought = false, senderId = ME, isDeleted = false }: Given, number: number) {
  const sale = price === undefined ? {} : { sale: { price, boughtAt: bought ? '2026-11-20T09:00:00.000Z' : null } }
  return { seq: number, senderId, isDeleted, files: files.map((_id) => ({ _id })), ...sale } as unknown as Message
}

function marksOf(told: SentFile[], given: Given[]): Record<string, [string, number]> {
  const marks = sentMarks(told, { messages: given.map(message), senderId: ME })
  return Object.fromEntries([...marks].map(([id, { state, price }]) => [id, [state, price]]))
}

test('a file is marked by the messages of this device, and by what the server told of older ones', () => {
  expect(
    marksOf(
      [
        { fileId: 'old', state: 'bought', price: 9 },
        { fileId: 'sold since', state: 'offered', price: 30 },
      ],
      [
        { files: ['free'] },
        { files: ['offered', 'free'], price: 20 },
        { files: ['sold since'], price: 30, bought: true },
        { files: ['old'], price: 12 },
        { files: ['theirs'], senderId: 'the fan' },
        { files: ['gone'], isDeleted: true },
      ],
    ),
  ).toEqual({
    ...{ free: ['free', 0], offered: ['offered', 20] },
    ...{ 'sold since': ['bought', 30], old: ['bought', 9] },
  })
})

test('the latest offer counts, whatever the order in which messages are read', () => {
  const [first, second] = [message({ files: ['a'], price: 5 }, 1), message({ files: ['a'], price: 7 }, 2)]
  expect(sentMarks([], { messages: [second, first], senderId: ME }).get('a')).toEqual({ state: 'offered', price: 7 })
})

test('500 files are marked for three fans within a tenth of a second', () => {
  const files = Array.from({ length: 500 }, (_, number) => `file ${number}`)
  const started = performance.now()
  for (const fan of [0, 1, 2]) {
    const sent = files.filter((_, number) => number % 3 === fan)
    const messages = sent.map((id, number) => message({ files: [id], ...(number % 2 === 0 && { price: 5 }) }, number))
    const marks = sentMarks([], { messages, senderId: ME })
    expect(files.filter((id) => marks.has(id))).toEqual(sent)
  }
  expect(performance.now() - started).toBeLessThan(100)
})
