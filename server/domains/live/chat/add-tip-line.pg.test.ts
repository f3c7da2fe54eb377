import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { test } from '../../../testing/fixtures.ts'
import { addTipLine } from './add-tip-line.ts'
import { chatOf, makeStream } from './testing/chat.ts'

const tipOf = (streamId: string, fanId: string) => ({
  ...{ streamId, fanId, chargeId: v7(), tokens: 20, item: 'Wave', text: 'For you' },
})

test('tips of 16 connections at once stand in the chat in one row of numbers, each once', async ({
  server,
  fan,
  creator,
}) => {
  const { id } = await makeStream(server, creator)
  const tips = Array.from({ length: 16 }, () => tipOf(id, fan.id))
  const numbers = await Promise.all(tips.map((tip) => transact(server.app, fan.actor, (tx) => addTipLine(tx, tip))))
  expect(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 16 }, (_, n) => n + 1))
  const again = await transact(server.app, fan.actor, (tx) => addTipLine(tx, tips[3] ?? tipOf(id, fan.id)))
  expect(again).toBe(numbers[3])
  expect(await chatOf(server, id)).toMatchObject({ seq: 16, lines: { length: 16 } })
})

test('a tip that is taken back leaves no line and no gap', async ({ server, fan, creator }) => {
  const { id } = await makeStream(server, creator)
  const failed = transact(server.app, fan.actor, async (tx) => {
    await addTipLine(tx, tipOf(id, fan.id))
    throw new Error('the tip fails')
  })
  await expect(failed).rejects.toThrow('the tip fails')
  expect(await transact(server.app, fan.actor, (tx) => addTipLine(tx, tipOf(id, fan.id)))).toBe(1)
})

test('a tip to a stream that has ended, or that is none, has no line', async ({ server, fan, creator }) => {
  const { id } = await makeStream(server, creator, { status: 'ended' })
  for (const streamId of [id, v7()]) {
    expect(await transact(server.app, fan.actor, (tx) => addTipLine(tx, tipOf(streamId, fan.id)))).toBeNull()
  }
  expect(await chatOf(server, id)).toEqual({ seq: 0, lines: [] })
})
