import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Message } from '../../domains/talk/messages/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { LedgerEntry } from './entity.ts'
import { beginRun } from './epoch.ts'
import { DELETIONS_KEPT, prune } from './prune.ts'
import { backUp, restore } from './testing/backup.ts'
import { makePair, say } from './testing/person.ts'
import type { Person } from './testing/person.ts'
import { TestDevice, textMutation } from './testing/test-device.ts'

let server: TestServer
let fan: Person
let creator: Person
let conversationId: string
let space: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
  space = `c:${conversationId}`
})

test('[TIME-1] a request that compares, beside a push that it does not know of, makes no copy of the device', async () => {
  const device = new TestDevice(server, fan)
  await send(device, 'before')
  const beside = device.request()
  await send(device, 'meanwhile')
  const sums = [{ space, version: 1, ids: {}, sum: 0 }]
  const { body } = await device.post({ ...beside, sums })
  expect([body['copied'], body['verified']]).toEqual([undefined, {}])
  const copied = async () =>
    server.app.orm.em.fork().execute('select copied from device where device_id = ?', [device.device])
  expect(await copied()).toEqual([{ copied: false }])
  expect((await device.post(beside)).body['copied']).toBe('recent')
  expect(await copied()).toEqual([{ copied: true }])
})

test('[TIME-1] the second of two copies of a device is told, nothing is decided for it, and it continues as a device of its own', async () => {
  const device = new TestDevice(server, fan)
  await send(device, 'before')
  const clone = copyOf(device)
  await send(device, 'of the first')
  const sent = textMutation(conversationId, 'of the clone')
  const refused = await clone.sync([sent])
  expect(refused).toMatchObject({ copied: 'recent', outcomes: [], spaces: [], gone: [], more: false })
  expect(await textsInOrder()).toEqual(['before', 'of the first'])

  const renewed = new TestDevice(server, fan)
  await renewed.sync([sent])
  await send(device, 'of the first again')
  await renewed.syncAll()
  expect(await textsInOrder()).toEqual(['before', 'of the first', 'of the clone', 'of the first again'])
  expect(textsOf(renewed)).toEqual(await textsInOrder())
})

test('[TIME-1] two copies that push at the same time: one is decided, the other told', async () => {
  const device = new TestDevice(server, fan)
  await send(device, 'before')
  const copies = Array.from({ length: 4 }, () => copyOf(device))
  const answers = await Promise.all(copies.map((copy, n) => copy.sync([textMutation(conversationId, `copy ${n}`)])))
  expect(answers.filter(({ copied }) => copied === undefined)).toHaveLength(1)
  expect(await textsInOrder()).toHaveLength(2)
})

test('[TIME-1] a push whose answer was lost is no copy, however often and late it comes', async () => {
  const device = new TestDevice(server, fan)
  const request = device.request([textMutation(conversationId, 'once')])
  const answers = await Promise.all(Array.from({ length: 5 }, () => device.post(request)))
  expect(answers.map(({ body }) => body['copied'])).toEqual(Array(5).fill(undefined))
  expect(await textsInOrder()).toEqual(['once'])
})

test('[TIME-1] a restored client: an old copy is told so, its outbox is answered as ever, what is new arrives', async () => {
  const device = new TestDevice(server, fan)
  const long = textMutation(conversationId, 'applied long ago')
  const copy = copyOf(device)
  await device.sync([long])
  await send(device, 'later')
  expect((await copy.sync([long])).copied).toBe('recent')
  const renewed = new TestDevice(server, fan)
  const { outcomes } = await renewed.sync([long, textMutation(conversationId, 'new')])
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied'])
  expect(await textsInOrder()).toEqual(['applied long ago', 'later', 'new'])
})

test('[TIME-2] only what a device has heard of a month ago is forgotten, and a copy from before is told that it is old', async () => {
  const device = new TestDevice(server, fan)
  const first = textMutation(conversationId, 'first')
  const copy = copyOf(device)
  await device.sync([first], true)
  expect(await monthsLater(first.id)).toBe(1)
  const second = textMutation(conversationId, 'second')
  await device.sync([second], true)
  expect(await monthsLater(first.id)).toBe(1)
  expect(await monthsLater(first.id)).toBe(0)
  // Nothing has said that the answer to the last one was heard.
  expect(await monthsLater(second.id)).toBe(1)
  expect((await copy.sync([first])).copied).toBe('old')
})

test('[TIME-2] a repeated mutation counts as not yet confirmed, and its outcome stays', async () => {
  const device = new TestDevice(server, fan)
  const lost = textMutation(conversationId, 'its answer is lost')
  await device.post({ ...device.request([lost]), all: true })
  await device.sync([textMutation(conversationId, 'next')])
  await device.sync([lost, textMutation(conversationId, 'last')], true)
  for (let months = 0; months < 3; months += 1) expect(await monthsLater(lost.id)).toBe(1)
})

test('[TIME-2] outcomes of a copied device are never forgotten', async () => {
  const device = new TestDevice(server, fan)
  const first = textMutation(conversationId, 'first')
  const copy = copyOf(device)
  await device.sync([first], true)
  await device.sync([textMutation(conversationId, 'second')], true)
  expect((await copy.sync([first])).copied).toBe('recent')
  for (let months = 0; months < 3; months += 1) expect(await monthsLater(first.id)).toBe(1)
})

test('[TIME-3] a restored server: what it has lost leaves the devices, though it has come as far again', async () => {
  const [device, other] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await send(device, 'in the backup')
  await backUp(server.app)
  await send(device, 'lost')
  await other.syncAll()
  const held = other.cursor[space]
  await restore(server.app)

  await say(server, creator, { to: conversationId, text: 'after the restore' })
  for (const each of [device, other]) {
    const [answer] = await each.syncAll()
    expect(answer?.spaces).toMatchObject([{ space, reset: true, version: held }])
    expect(textsOf(each)).toEqual(['in the backup', 'after the restore'])
  }
  expect((await device.sync()).spaces).toEqual([])
  await send(device, 'goes on')
  expect(textsOf(device)).toEqual(['in the backup', 'after the restore', 'goes on'])
})

test('[TIME-3] a restored server: what it still has to send is applied, and a device that heard nothing of the loss goes on', async () => {
  const [device, other] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await send(device, 'in the backup')
  await other.syncAll()
  await backUp(server.app)
  const unheard = textMutation(conversationId, 'its answer is lost, and so is it')
  await device.post(device.request([unheard]))
  await restore(server.app)
  const { outcomes } = await device.sync([unheard])
  expect(outcomes).toMatchObject([{ status: 'applied' }])
  const [answer] = await other.syncAll()
  expect(answer?.spaces).toMatchObject([{ space, reset: false }])
  expect(textsOf(other)).toEqual(['in the backup', 'its answer is lost, and so is it'])
})

test('[TIME-3] a server restored twice: what a device has of the run in between, which the database never was in, leaves it', async () => {
  const [device, other] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await send(device, 'in both backups')
  await backUp(server.app, 'early')
  for (const text of ['in the later backup', 'and this']) await send(device, text)
  await backUp(server.app, 'late')
  await restore(server.app, 'early')
  await say(server, creator, { to: conversationId, text: 'between' })
  await other.syncAll()
  await restore(server.app, 'late')
  await say(server, creator, { to: conversationId, text: 'after' })

  const [answer] = await other.syncAll()
  expect(answer?.spaces).toContainEqual(expect.objectContaining({ space, reset: true }))
  expect(textsOf(other)).toEqual(['in both backups', 'in the later backup', 'and this', 'after'])
  expect((await other.sync()).spaces).toEqual([])
})

test('[TIME-3] a server that starts again resets nobody', async () => {
  const device = new TestDevice(server, fan)
  await send(device, 'before')
  await backUp(server.app)
  await restore(server.app)
  await say(server, creator, { to: conversationId, text: 'after' })
  const [answer] = await device.syncAll()
  expect(answer?.spaces).toMatchObject([{ space, reset: false }])
  expect((await device.sync()).spaces).toEqual([])
})

test('[TIME-3] a run that nobody wrote down, as servers that know no such table begin it, resets nobody', async () => {
  const device = new TestDevice(server, fan)
  await send(device, 'before')
  await server.app.orm.em.fork().execute('update epoch set run = run + 1')
  await send(device, 'in that run')
  expect((await device.sync()).spaces).toEqual([])
  await server.app.orm.em.fork().transactional((tx) => beginRun(tx))
  await say(server, creator, { to: conversationId, text: 'in the next' })
  const [answer] = await device.syncAll()
  expect(answer?.spaces).toMatchObject([{ space, reset: false }])
  expect(textsOf(device)).toEqual(['before', 'in that run', 'in the next'])
})

test('[TIME-4] deletions that much came after are forgotten, and who has not heard of them begins the space anew', async () => {
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const em = server.app.orm.em.fork()
  const version = DELETIONS_KEPT + (device.cursor[space] ?? 0) + 1
  await em.execute('update space set version = ? where id = ?', [version, space])
  await em.execute(
    `insert into change (space, collection, entity_id, version, deleted)
     select id, 'messages', gen_random_uuid(), n, true from space, generate_series(2, 4) as n where id = ?`,
    [space],
  )
  expect(await prune(server.app)).toBeGreaterThan(0)
  const left = await em.execute<{ version: string }[]>('select version from change where space = ? and deleted', [
    space,
  ])
  expect(left.every((row) => Number(row.version) > version - DELETIONS_KEPT)).toBe(true)
  device.cursor[space] = 1
  expect((await device.sync()).spaces).toMatchObject([{ space, reset: true, version }])
})

/** The same database on a disk that was copied. */
function copyOf(device: TestDevice): TestDevice {
  const copy = new TestDevice(server, device.person)
  const { turn, incarnation, epoch, run } = device
  Object.assign(copy, { device: device.device, turn, incarnation, epoch, run, cursor: { ...device.cursor } })
  return copy
}

function send(device: TestDevice, text: string) {
  return device.sync([textMutation(conversationId, text)])
}

/** Lets a month pass; answers how many entries of the ledger are left of this id. */
async function monthsLater(id: string): Promise<number> {
  const em = server.app.orm.em.fork()
  await em.execute(`update device set due_at = due_at - interval '31 days'`)
  await prune(server.app)
  return em.count(LedgerEntry, { id })
}

async function textsInOrder(): Promise<string[]> {
  const messages = await server.app.orm.em.fork().find(Message, { conversationId }, { orderBy: { seq: 'asc' } })
  return messages.map(({ text }) => text)
}

function textsOf(device: TestDevice): string[] {
  const messages = device.all<{ text: string; seq: number }>('messages')
  return messages.toSorted((a, b) => a.seq - b.seq).map(({ text }) => text)
}
