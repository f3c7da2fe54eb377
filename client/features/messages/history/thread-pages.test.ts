import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ThreadPages } from './thread-pages.ts'
import type { ThreadSnapshot } from './thread-pages.ts'

const conversationId = 'c1'
let db: Dexie & { messages: Table<Message, string> }
let pages: ThreadPages | undefined
let fetched: number[]
let brought: number[]

function message(seq: number, change: Partial<Message> = {}): Message {
  const at = new Date(1_800_000_000_000 + (seq % 10_000) * 60_000).toISOString()
  const base = { senderId: 'you', text: `text ${seq}`, files: [], isDeleted: false, createdAt: at, updatedAt: at }
  return { _id: `${conversationId}-${seq}`, conversationId, seq, ...base, ...change }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const seqs = (snapshot: ThreadSnapshot) => snapshot.messages.map((one) => one.seq)

type Opening = {
  unseen?: number
  server?: Message[]
  fail?: Error
  at?: number
  keeps?: boolean
  until?: Promise<void>
}

function open(options: Opening = {}): ThreadPages {
  pages = new ThreadPages({
    table: db.messages,
    conversationId,
    at: options.at,
    readUnseen: async () => options.unseen ?? 0,
    async fetchOlder(before, count) {
      fetched.push(before)
      await options.until
      if (options.fail) throw options.fail
      const rows = (options.server ?? []).filter((row) => row.seq < before).slice(-count)
      brought.push(...rows.map(({ seq }) => seq))
      if (options.keeps !== false) await db.messages.bulkPut(rows)
      return rows.length
    },
    isOffline: (error) => error instanceof TypeError,
  })
  return pages
}

function until(thread: ThreadPages, holds: (snapshot: ThreadSnapshot) => boolean): Promise<ThreadSnapshot> {
  return new Promise((resolve) => {
    const check = () => holds(thread.snapshot()) && resolve(thread.snapshot())
    thread.subscribe(check)
    check()
  })
}

const ready = (thread: ThreadPages) => until(thread, (snapshot) => snapshot.phase === 'ready')

beforeEach(async () => {
  fetched = []
  brought = []
  db = new Dexie(`thread-${crypto.randomUUID()}`) as typeof db
  db.version(1).stores({ messages: '_id, [conversationId+seq]' })
  await db.open()
})

afterEach(async () => {
  pages?.close()
  await db.delete()
})

describe('pages of a thread', () => {
  test('opens with the newest 50', async () => {
    await db.messages.bulkPut([...range(1, 120), { ...message(1), _id: 'other', conversationId: 'c2', seq: 999 }])
    const snapshot = await ready(open())
    expect(seqs(snapshot)).toEqual(range(71, 120).map((one) => one.seq))
  })

  test('opens as far back as the first message that nobody has looked at', async () => {
    await db.messages.bulkPut(range(1, 120))
    expect((await ready(open({ unseen: 80 }))).oldestSeq).toBeLessThanOrEqual(40)
  })

  test('older pages come from the device, without a question to the server', async () => {
    await db.messages.bulkPut(range(1, 220))
    const thread = open()
    await ready(thread)
    await thread.older(220)
    expect(thread.snapshot()).toMatchObject({ oldestSeq: 71, older: 'idle' })
    await thread.older(220)
    await thread.older(220)
    expect(seqs(thread.snapshot())).toHaveLength(220)
    expect(fetched).toEqual([])
  })

  test('fetches missing messages from the server, across a gap', async () => {
    await db.messages.bulkPut([...range(1, 30), ...range(90, 120)])
    const thread = open({ server: range(1, 120) })
    expect((await ready(thread)).oldestSeq).toBe(90)
    await thread.older(120)
    expect(fetched).toEqual([90])
    await until(thread, (snapshot) => snapshot.oldestSeq === 40)
    await thread.older(120)
    await until(thread, (snapshot) => snapshot.oldestSeq === 1 || snapshot.oldestSeq === 31)
    expect(new Set(seqs(thread.snapshot())).size).toBe(thread.snapshot().messages.length)
  })

  test('fetches exactly the hole between kept pages, and skips nothing', async () => {
    await db.messages.bulkPut([...range(1, 60), message(75), ...range(80, 120)])
    const thread = open({ server: range(1, 120) })
    await ready(thread)
    for (let pages = 0; pages < 8; pages += 1) await thread.older(120)
    expect(seqs(thread.snapshot())).toEqual(range(1, 120).map((one) => one.seq))
    expect(brought.toSorted((a, b) => a - b)).toEqual([...range(61, 74), ...range(76, 79)].map((one) => one.seq))
  })

  test('without a line a thread ends exactly at a hole, and goes on from there once it is filled', async () => {
    await db.messages.bulkPut([...range(1, 60), ...range(75, 120)])
    const offline = open({ fail: new TypeError('Failed to fetch') })
    await ready(offline)
    for (let pages = 0; pages < 3; pages += 1) await offline.older(120)
    expect(offline.snapshot()).toMatchObject({ older: 'offline', oldestSeq: 75 })
    await db.messages.bulkPut(range(61, 74))
    await offline.older(120)
    expect(offline.snapshot()).toMatchObject({ older: 'idle', oldestSeq: 1 })
  })

  test('does not show evicted messages as present', async () => {
    await db.messages.bulkPut(range(1, 120))
    const thread = open({ fail: new TypeError('Failed to fetch') })
    await ready(thread)
    await thread.older(120)
    await db.messages.filter(({ seq }) => seq < 60).delete()
    await until(thread, ({ oldestSeq }) => oldestSeq === 60)
    await thread.older(120)
    expect(thread.snapshot()).toMatchObject({ older: 'offline', oldestSeq: 60 })
  })

  test('evicted messages come back, each once, and the thread goes on above them', async () => {
    await db.messages.bulkPut(range(1, 420))
    const thread = open({ server: range(1, 420) })
    await ready(thread)
    await thread.older(420)
    await db.messages.filter(({ seq }) => seq < 290).delete()
    await until(thread, ({ oldestSeq }) => oldestSeq === 290)
    await thread.older(420)
    await until(thread, ({ oldestSeq }) => oldestSeq === 271)
    for (let pages = 0; pages < 6; pages += 1) await thread.older(420)
    expect(seqs(thread.snapshot())).toEqual(range(1, 420).map((one) => one.seq))
  })

  test('messages fetched while the user goes back to the end do not come in above a gap', async () => {
    await db.messages.bulkPut(range(371, 420))
    const server = range(1, 420)
    const line = Promise.withResolvers<void>()
    const options: Opening = { server }
    const thread = open(options)
    await ready(thread)
    await thread.older(420)
    await thread.older(420)
    options.until = line.promise
    const third = thread.older(420)
    await until(thread, ({ older }) => older === 'loading')
    thread.trim()
    line.resolve()
    await third
    for (let pages = 0; pages < 6; pages += 1) await thread.older(420)
    expect(seqs(thread.snapshot())).toEqual(server.map((one) => one.seq))
  })

  test('a fault far up does not stop a thread once the user was at the end', async () => {
    await db.messages.bulkPut(range(150, 500))
    const options: Opening = { fail: new TypeError('Failed to fetch') }
    const thread = open(options)
    await ready(thread)
    for (let pages = 0; pages < 5; pages += 1) await thread.older(500)
    expect(thread.snapshot()).toMatchObject({ oldestSeq: 150, older: 'offline' })
    thread.trim()
    expect(thread.snapshot()).toMatchObject({ older: 'idle', exhausted: false })
    delete options.fail
    for (let pages = 0; pages < 4; pages += 1) await thread.older(500)
    expect(thread.snapshot()).toMatchObject({ oldestSeq: 150, older: 'idle', exhausted: true })
    thread.trim()
    expect(thread.snapshot().exhausted).toBe(false)
  })

  test('reports fetched messages that were not kept as a failure, and does not fetch them again and again', async () => {
    await db.messages.bulkPut(range(90, 120))
    const thread = open({ server: range(1, 120), keeps: false })
    await ready(thread)
    await thread.older(120)
    expect(thread.snapshot()).toMatchObject({ oldestSeq: 90, older: 'failed' })
  })

  test('nothing is told where nothing has come: whoever is told asks again', async () => {
    await db.messages.bulkPut(range(1, 120))
    const thread = open()
    await ready(thread)
    await db.messages.filter(({ seq }) => seq < 90).delete()
    await until(thread, ({ oldestSeq }) => oldestSeq === 90)
    const told: ThreadSnapshot[] = []
    await db.messages.bulkPut(range(80, 89))
    thread.subscribe(() => told.push(thread.snapshot()))
    await thread.older(120)
    await until(thread, ({ oldestSeq }) => oldestSeq === 80)
    expect(told.filter(({ oldestSeq }) => oldestSeq === 90)).toEqual([])
  })

  test('the state of older ones and the rows change at once', async () => {
    await db.messages.bulkPut(range(1, 120))
    const thread = open()
    await ready(thread)
    const told: ThreadSnapshot[] = []
    thread.subscribe(() => told.push(thread.snapshot()))
    await thread.older(120)
    expect(told.map(({ oldestSeq, older }) => [oldestSeq, older])).toEqual([[1, 'idle']])
  })

  test('opens as far back as a message that was found, over holes where there is a line', async () => {
    await db.messages.bulkPut([...range(1, 1000), ...range(1011, 1200)])
    const snapshot = await ready(open({ at: 300, server: range(1, 1200) }))
    expect(seqs(snapshot)).toEqual(range(snapshot.oldestSeq ?? 0, 1200).map((one) => one.seq))
    expect(snapshot.oldestSeq).toBeLessThanOrEqual(280)
    expect(brought).toEqual(range(1001, 1010).map((one) => one.seq))
  })

  test('without a line it opens at the hole, and says so', async () => {
    await db.messages.bulkPut([...range(1, 1000), ...range(1011, 1200)])
    const snapshot = await ready(open({ at: 300, fail: new TypeError('Failed to fetch') }))
    expect(snapshot).toMatchObject({ oldestSeq: 1011, older: 'offline' })
  })

  test('so much is fetched for it and no more', async () => {
    await db.messages.bulkPut(range(9_950, 10_000))
    const snapshot = await ready(open({ at: 1, server: range(1, 10_000) }))
    expect([snapshot.oldestSeq, fetched.length]).toEqual([9_450, 10])
  })

  test('a conversation of which the device has nothing begins at the newest known', async () => {
    const thread = open({ server: range(1, 20) })
    await ready(thread)
    await thread.older(20)
    const snapshot = await until(thread, ({ messages }) => messages.length === 20)
    expect([fetched, snapshot.oldestSeq]).toEqual([[21], 1])
  })

  test('without a line, or with a refusal, what is there stays and the state says why', async () => {
    await db.messages.bulkPut(range(90, 120))
    const offline = open({ fail: new TypeError('Failed to fetch') })
    await ready(offline)
    await offline.older(120)
    expect(offline.snapshot()).toMatchObject({ older: 'offline', oldestSeq: 90 })
    offline.close()
    const refused = open({ fail: new Error('no') })
    await ready(refused)
    await refused.older(120)
    expect(refused.snapshot().older).toBe('failed')
  })

  test('a server that has nothing older is not asked again', async () => {
    await db.messages.bulkPut(range(90, 120))
    const thread = open()
    await ready(thread)
    await thread.older(120)
    await thread.older(120)
    expect([fetched, thread.snapshot().exhausted]).toEqual([[90], true])
  })

  test('a new message appears, and the others stay the same objects', async () => {
    await db.messages.bulkPut(range(1, 3))
    const thread = open()
    const before = await ready(thread)
    await db.messages.put(message(PENDING_SEQ + 1))
    const after = await until(thread, (snapshot) => snapshot.messages.length === 4)
    expect(after.messages.slice(0, 3).every((one, index) => one === before.messages[index])).toBe(true)
  })

  test('a change in an old page shows', async () => {
    await db.messages.bulkPut(range(1, 120))
    const thread = open()
    await ready(thread)
    await thread.older(120)
    await db.messages.put(message(30, { isDeleted: true, text: 'Message deleted!' }))
    const snapshot = await until(thread, ({ messages }) => messages.some((one) => one.isDeleted))
    expect(snapshot.messages.find((one) => one.isDeleted)?.seq).toBe(30)
  })

  test('a tail that has become long is cut without losing a message', async () => {
    await db.messages.bulkPut(range(1, 3))
    const thread = open()
    await ready(thread)
    await db.messages.bulkPut(range(4, 400))
    await until(thread, (snapshot) => snapshot.messages.length === 400)
    await db.messages.put(message(401))
    expect(seqs(await until(thread, (snapshot) => snapshot.newestSeq === 401))).toHaveLength(401)
    thread.trim()
    expect(thread.snapshot().newestSeq).toBe(401)
  })
})
