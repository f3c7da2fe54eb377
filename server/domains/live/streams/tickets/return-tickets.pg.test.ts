import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterEach, expect, vi } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { setBlock } from '../../../community/blocks/commands.ts'
import { buy } from '../../../money/money/charges/buy.ts'
import { Charge } from '../../../money/money/charges/entity.ts'
import { refundCharge } from '../../../money/money/charges/refund.ts'
import { brokenRules, fillWallet } from '../../../money/money/testing/books.ts'
import { Wallet } from '../../../money/money/wallet.ts'
import { NotificationEvent } from '../../../notify/notifications/entity.ts'
import { endStream } from '../commands.ts'
import { doorOf } from '../door.ts'
import { Stream } from '../entity.ts'
import { begin } from '../testing/begin.ts'
import { askToken, openSocket } from '../testing/connect.ts'
import { useMemoryEngine } from '../testing/memory-engine.ts'
import { tickStreams } from '../tick-streams.ts'
import { returnTickets } from './return-tickets.ts'

const PRICE = 40
const test = base
  .extend('engine', { scope: 'file', auto: true }, async ({ server }, { onCleanup }) => {
    onCleanup(async () => expect(await brokenRules(server)).toEqual([]))
    return useMemoryEngine(server.app)
  })
  .extend('stream', async ({ server, engine, creator }) => {
    // With a picture, so that its tickets are for sale.
    const stream = await begin(server, creator, PAID)
    await engine.enter({ room: stream.id, role: 'publish', ...creator.actor })
    engine.age(stream.id, 0)
    await tickStreams(server.app)
    return stream
  })

const PAID = { access: 'paid', price: PRICE } as const

afterEach(() => vi.restoreAllMocks())

async function change(app: TestServer['app'], { id }: Stream, to: Partial<Stream>): Promise<void> {
  await transact(app, null, async ({ em }) => void (await em.nativeUpdate(Stream, { id }, to)))
}

async function buyTicket(server: TestServer, { id: targetId }: Stream, fan?: Person): Promise<Person> {
  const buyer = fan ?? (await makePerson(server, `buyer_${randomUUID().slice(0, 8)}`))
  await fillWallet(server, buyer.id, { paid: PRICE })
  await transact(server.app, buyer.actor, (tx) => buy(tx, { _id: v7(), type: 'stream', targetId, price: PRICE }))
  return buyer
}

async function end(
  { app }: TestServer,
  stream: Stream,
  { seconds, reason = 'line' }: { seconds: number; reason?: NonNullable<Stream['endedReason']> },
): Promise<void> {
  await change(app, stream, { seconds })
  await transact(app, null, (tx) => endStream(tx, { id: stream.id, reason }))
}

async function balanceOf({ app }: TestServer, { id: userId }: Person): Promise<number> {
  return (await app.orm.em.fork().findOneOrFail(Wallet, { userId })).balance
}

function chargesOf({ app }: TestServer, { id: targetId }: Stream): Promise<Charge[]> {
  return app.orm.em.fork().find(Charge, { targetId }, { orderBy: { createdAt: 'asc' } })
}

async function dueOf({ app }: TestServer, { id }: Stream): Promise<Stream['ticketsDue']> {
  return (await app.orm.em.fork().findOneOrFail(Stream, { id })).ticketsDue
}

test.for(['no-media', 'line', 'crash', 'staff', 'closed', 'performer'] as const)(
  'all tickets of a stream that ends soon for the reason %s come back, once, with the earnings and in words',
  async (reason, { server, stream }) => {
    const buyers = [await buyTicket(server, stream), await buyTicket(server, stream)]
    await end(server, stream, { seconds: 120, reason })
    expect(await dueOf(server, stream)).toBe('all')
    expect(await returnTickets(server.app)).toBe(2)
    expect(await returnTickets(server.app)).toBe(0)
    for (const buyer of buyers) expect(await balanceOf(server, buyer)).toBe(PRICE)
    const charges = await chargesOf(server, stream)
    expect(charges.map(({ status, state }) => `${status} ${state}`)).toEqual(['refunded reversed', 'refunded reversed'])
    for (const { share, refundedShare } of charges) expect([refundedShare > 0, refundedShare]).toEqual([true, share])
    const told = await server.app.orm.em.fork().find(NotificationEvent, { userId: buyers.map(({ id }) => id) })
    expect(told.map(({ event, preview }) => `${event} ${preview}`)).toEqual(Array(2).fill(`ticket-returned ${PRICE}`))
    expect(await dueOf(server, stream)).toBeNull()
  },
)

test.for([
  [299, PRICE],
  [300, 0],
] as const)(
  'a ticket of a stream that was live for %i seconds gives back %i tokens',
  async ([seconds, tokens], { server, stream }) => {
    const buyer = await buyTicket(server, stream)
    await end(server, stream, { seconds })
    await change(server.app, stream, { seconds: 300 })
    await returnTickets(server.app)
    expect(await balanceOf(server, buyer)).toBe(tokens)
    expect(await dueOf(server, stream)).toBeNull()
  },
)

test('a run that is cut off is resumed, and no ticket comes back twice', async ({ server, stream }) => {
  const buyers = [await buyTicket(server, stream), await buyTicket(server, stream), await buyTicket(server, stream)]
  const [first, second] = await chargesOf(server, stream)
  await end(server, stream, { seconds: 0 })
  const stopped = new AbortController()
  const error = vi.spyOn(server.app.log, 'error').mockImplementation(() => {})
  // The server of the first run dies after one ticket; staff give another one back meanwhile.
  const chargeId = second?.id ?? ''
  await transact(server.app, null, (tx) => refundCharge(tx, { chargeId, reason: 'Asked for it.', key: randomUUID() }))
  stopped.abort()
  await expect(returnTickets(server.app, stopped.signal)).rejects.toThrow('aborted')
  expect([await dueOf(server, stream), first?.status]).toEqual(['all', 'done'])
  await Promise.all([returnTickets(server.app), returnTickets(server.app)])
  for (const buyer of buyers) expect(await balanceOf(server, buyer)).toBe(PRICE)
  expect(await dueOf(server, stream)).toBeNull()
  expect(error.mock.calls.flat().some((given) => String(given).includes('set aside'))).toBe(false)
})

test('a ticket that cannot be given back now holds up no other, and stays due', async ({ server, stream }) => {
  const buyers = [await buyTicket(server, stream), await buyTicket(server, stream)]
  const [broken] = await chargesOf(server, stream)
  await end(server, stream, { seconds: 0 })
  vi.spyOn(server.app.log, 'error').mockImplementation(() => {})
  const setTokens = (tokens: number) =>
    transact(server.app, null, ({ em }) =>
      em.nativeUpdate(Charge, { id: broken?.id ?? '' }, { refundedTokens: tokens }),
    )
  await setTokens(PRICE)
  await returnTickets(server.app)
  expect(await Promise.all(buyers.map((buyer) => balanceOf(server, buyer)))).toEqual([0, PRICE])
  expect(await dueOf(server, stream)).toBe('all')
  await setTokens(0)
  await returnTickets(server.app)
  expect(await Promise.all(buyers.map((buyer) => balanceOf(server, buyer)))).toEqual([PRICE, PRICE])
})

test('a blocked ticket holder leaves the room within two seconds, gets the ticket back, and is refused', async ({
  server,
  engine,
  stream,
  creator,
}) => {
  const [fan, other] = [await buyTicket(server, stream), await buyTicket(server, stream)]
  const socket = await openSocket(server, fan)
  const removed: unknown[] = []
  socket.on('stream:removed', (event) => void removed.push(event))
  await socket.emitWithAck('stream:join', { streamId: stream.id })
  for (const { actor } of [fan, other]) await engine.enter({ room: stream.id, role: 'view', ...actor })
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: true, reason: '' }))
  const woken = vi.spyOn(server.app.jobs, 'wake')
  await tickStreams(server.app)
  expect((await engine.room(stream.id))?.peers.map(({ userId }) => userId)).toEqual([creator.id, other.id])
  expect(woken.mock.calls.map(([job]) => job.name)).toContain('streams.return-tickets')
  await vi.waitFor(() => expect(removed).toEqual([{ streamId: stream.id, reason: 'hidden' }]), 10_000)
  socket.disconnect()
  await returnTickets(server.app)
  expect([await balanceOf(server, fan), await balanceOf(server, other)]).toEqual([PRICE, 0])
  expect((await askToken(server, fan, { streamId: stream.id, role: 'view' })).status).toBe(404)
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: false, reason: '' }))
  const source = { app: server.app, em: server.app.orm.em.fork() }
  const onlooker = { userId: fan.id, now: server.app.clock() }
  expect(await doorOf(source, onlooker, stream), 'the ticket is gone with the block').toEqual({ door: 'pay' })
})

test.for([
  ['before its end', -1_000, PRICE],
  ['after its end', 1_000, 0],
] as const)(
  'a block %s gives the ticket of a long stream back or not',
  async ([, ms, tokens], { server, stream, creator }) => {
    const buyer = await buyTicket(server, stream)
    await end(server, stream, { seconds: 4_000 })
    const { endedAt } = await server.app.orm.em.fork().findOneOrFail(Stream, { id: stream.id })
    await transact(server.app, null, (tx) =>
      tx.em.execute('insert into block (performer_id, user_id, created_at) values (?, ?, ?)', [
        ...[creator.id, buyer.id, new Date((endedAt?.getTime() ?? 0) + ms)],
      ]),
    )
    await returnTickets(server.app)
    expect(await balanceOf(server, buyer)).toBe(tokens)
  },
)
