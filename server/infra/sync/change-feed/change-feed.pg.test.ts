import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { User } from '../../../domains/people/accounts/entity.ts'
import { Performer } from '../../../domains/people/performers/entity.ts'
import { openConversation } from '../../../domains/talk/conversations/commands.ts'
import { sendMessage } from '../../../domains/talk/messages/commands.ts'
import { Message } from '../../../domains/talk/messages/entity.ts'
import { readAll } from '../../../domains/talk/messages/read-all.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { File } from '../../files/entity.ts'
import { converse, makePerson, newFile } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'

let server: TestServer
let fan: Person
let creator: Person
let conversationId: string

beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'fan')
  creator = await makePerson(server, 'creator', true)
  conversationId = await converse(server, fan, creator)
})
afterAll(() => server.stop())

test('a synchronised entity that is written outside of transact() fails and is not written', async () => {
  const em = server.app.orm.em.fork()
  const user = await em.findOneOrFail(User, { id: fan.id })
  user.name = 'Sneaky'
  await expect(em.flush()).rejects.toThrow('User is written outside of transact()')
  await expect(em.transactional(async () => void (user.name = 'Nested'))).rejects.toThrow('outside of transact()')
  expect((await server.app.orm.em.fork().findOneOrFail(User, { id: fan.id })).name).toBe('fan')
})

test('public fields of a user raise the conversations with it and a creator’s channel, private fields do not', async () => {
  const own = [`u:${creator.id}`]
  const channel = [`p:${creator.id}`, ...own]
  const shared = [`c:${conversationId}`, ...channel]
  const edits: [Partial<User>, string[]][] = [
    [{ name: 'Name' }, shared],
    [{ username: 'another' }, shared],
    [{ avatarFileId: v7() }, shared],
    [{ status: 'suspended' }, shared],
    [{ bio: 'Bio' }, channel],
    [{ coverFileId: v7() }, channel],
    [{ balance: 5 }, own],
    [{ passwordHash: 'secret' }, []],
  ]
  for (const [edit, expected] of edits) {
    const raised = await raisedBy(async ({ em }) => {
      Object.assign(await em.findOneOrFail(User, { id: creator.id }), edit)
    })
    expect([edit, raised]).toEqual([edit, expected])
  }
})

test('a creator’s review raises the conversations with it, its own space and its channel', async () => {
  for (const verification of ['rejected', 'approved'] as const) {
    const raised = await raisedBy(async ({ em }) => {
      ;(await em.findOneOrFail(Performer, { userId: creator.id })).verification = verification
    })
    expect([verification, raised]).toEqual([
      verification,
      [`c:${conversationId}`, `p:${creator.id}`, `u:${creator.id}`],
    ])
  }
})

test('a file that becomes ready raises the conversation of the message that carries it', async () => {
  const file = { ...newFile(fan.id), type: 'video' as const, status: 'processing' as const }
  const unsent = await raisedBy(async ({ em }) => void em.create(File, file))
  expect(unsent).toEqual([])
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id: creator.id })).status = 'active'
  })
  const message = { _id: v7(), conversationId, text: '', fileIds: [file.id] }
  await transact(server.app, fan.actor, (tx) => sendMessage(tx, message))
  const before = await versions()
  const raised = await raisedBy(async ({ em }) => {
    ;(await em.findOneOrFail(File, { id: file.id })).status = 'ready'
  })
  expect(raised).toEqual([`c:${conversationId}`])
  expect(await changesSince(conversationId, before[`c:${conversationId}`] ?? 0)).toEqual([['messages', message._id]])
})

test('a transaction that rolls back leaves no version and no change', async () => {
  const before = await versions()
  const failing = transact(server.app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(User, { id: fan.id }), { name: 'Never' })
    await em.flush()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await versions()).toEqual(before)
})

test('transactions over the same spaces, in whatever order, do not lock each other out', async () => {
  const conversations = Array.from({ length: 10 }, () => randomUUID())
  const writes = Array.from({ length: 100 }, (_, seq) =>
    transact(server.app, null, async ({ em }) => {
      for (const id of conversations.toSorted(() => Math.random() - 0.5)) {
        em.create(Message, { id: v7(), conversationId: id, seq, senderId: fan.id, text: 'x' })
        await em.flush()
      }
    }),
  )
  await Promise.all(writes)
  const after = await versions()
  expect(conversations.map((id) => after[`c:${id}`])).toEqual(Array(10).fill(100))
})

test('a command that finds nothing to change raises nothing', async () => {
  const message = { _id: v7(), conversationId, text: 'once', fileIds: [] }
  await transact(server.app, fan.actor, (tx) => sendMessage(tx, message))
  await transact(server.app, creator.actor, (tx) => readAll(tx, { conversationId }))
  const before = await versions()
  await transact(server.app, fan.actor, (tx) => sendMessage(tx, message))
  await transact(server.app, creator.actor, (tx) => readAll(tx, { conversationId }))
  await transact(server.app, fan.actor, (tx) => openConversation(tx, { recipientId: creator.id }))
  expect(await versions()).toEqual(before)
})

/** The spaces that a transaction raises. */
async function raisedBy(work: Parameters<typeof transact<void>>[2]): Promise<string[]> {
  const before = await versions()
  await transact(server.app, null, work)
  const after = await versions()
  return Object.keys(after)
    .filter((space) => after[space] !== before[space])
    .sort()
}

async function versions(): Promise<Record<string, number>> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string; version: string }[]>('select id, version from space')
  return Object.fromEntries(rows.map(({ id, version }) => [id, Number(version)]))
}

async function changesSince(id: string, version: number): Promise<unknown[]> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ collection: string; entity_id: string }[]>(
      'select collection, entity_id from change where space = ? and version > ?',
      [`c:${id}`, version],
    )
  return rows.map(({ collection, entity_id }) => [collection, entity_id])
}

test('transactions that raise the same spaces in other orders wait for each other and never deadlock', async () => {
  const spaces = Array.from({ length: 40 }, (_, n) => `u:${n}:${randomUUID()}`)
  const raise = async (order: readonly string[]) => {
    const rows = order.map((space) => ({ space, collection: 'creators', id: randomUUID(), deleted: false }))
    await server.app.orm.em.fork().execute('select raise_spaces(?::jsonb)', [JSON.stringify(rows)])
  }
  const rounds = Array.from({ length: 24 }, (_, n) => {
    // Sets of different sizes, since a set of one size is hashed into one order.
    const some = spaces.filter((_space, place) => n % 3 === 0 || place % (1 + (n % 3)) === 0)
    return raise(n % 2 === 0 ? some : some.toReversed())
  })
  const refused = (await Promise.allSettled(rounds)).filter(({ status }) => status === 'rejected')
  expect(refused).toEqual([])
})
