import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { CastStage } from './testing/cast-stage.ts'

const ROUNDS = 8

let stage: CastStage
beforeAll(async () => {
  stage = await CastStage.open()
})
afterAll(() => stage.server.stop())

/** Writes a message through REST, on a connection of its own as each request has. */
async function write({ token }: Person, id: string, body: object): Promise<number> {
  return (await call(stage.server, `PUT /performer/broadcasts/${id}`, { token, body })).status
}

async function send({ token }: Person, id: string, body: { version: number; count: number }): Promise<number> {
  return (await call(stage.server, `POST /performer/broadcasts/${id}/send`, { token, body })).status
}

type Read = { text: string; price: number; version: number; state: string }

async function read({ token }: Person, id: string): Promise<Read> {
  return (await call(stage.server, `GET /performer/broadcasts/${id}`, { token })).body as unknown as Read
}

test('two devices that write one message at once lose no field, and each save raises the version', async () => {
  const creator = await stage.person(true)
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = v7()
    const saves = Array.from({ length: 8 }, (_, n) =>
      write(creator, id, n % 2 === 0 ? { text: `Round ${round}` } : { price: round + 1 }),
    )
    expect(await Promise.all(saves)).toEqual(saves.map(() => 200))
    expect(await read(creator, id)).toMatchObject({ text: `Round ${round}`, price: round + 1, version: saves.length })
  }
})

test('a message that is sent while other devices write it goes out as it was seen, or not at all', async () => {
  const { creator } = await stage.creatorWith(1)
  const id = v7()
  for (let round = 0; round < ROUNDS; round += 1) {
    await write(creator, id, { text: 'As seen' })
    const { version } = await read(creator, id)
    const sending = send(creator, id, { version, count: 1 })
    const saves = [1, 2, 3].map((n) => write(creator, id, { text: `Changed ${n}` }))
    const [sent, ...saved] = await Promise.all([sending, ...saves])
    const { text, state } = await read(creator, id)
    if (sent === 200) expect([text, state, saved]).toEqual(['As seen', 'counting', [409, 409, 409]])
    else expect([sent, state, text.startsWith('Changed'), saved.includes(200)]).toEqual([409, 'draft', true, true])
    if (sent === 200) await stage.step(creator, id, 'take-back')
  }
  // A version that another device has raised is refused.
  const { version } = await read(creator, id)
  await write(creator, id, { text: 'Of another device' })
  expect(await send(creator, id, { version, count: 1 })).toBe(409)
  expect(await send(creator, id, { version: version + 1, count: 1 })).toBe(200)
})

test('two devices that send one message at once send it once', async () => {
  const { creator } = await stage.creatorWith(1)
  const id = await stage.draft(creator)
  const { version } = await read(creator, id)
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(creator, id, { version, count: 1 })))
  expect(answers).toEqual([200, 200, 200, 200])
  stage.pass(61_000)
  await stage.work()
  expect(await stage.get(creator, id)).toMatchObject({ state: 'sent', figures: { total: 1, sent: 1 } })
})
