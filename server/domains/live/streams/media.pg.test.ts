import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RtcRole } from '../../../infra/rtc/stream-engine.ts'
import type { RtcTestPeer } from '../../../infra/rtc/testing/rtc-peer.ts'
import { Session } from '../../../infra/sessions/entity.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test as base } from '../../../testing/fixtures.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { hide } from '../../community/cases/operator-decision.ts'
import { suspendAccount } from '../../people/accounts/suspend.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement, revokeEntitlement, setMembership } from '../../people/grants/commands.ts'
import { Stream } from './entity.ts'
import { begin } from './testing/begin.ts'
import { askToken, connect, openSocket } from './testing/connect.ts'
import type { Client } from './testing/connect.ts'
import { seat } from './testing/seat.ts'

vi.setConfig({ testTimeout: 40_000 })
/** How far the clock of the server is ahead. */
const ahead = { ms: 0 }
const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures are needed
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startTestServer({ clock: () => new Date(Date.now() + ahead.ms) })
    onCleanup(() => server.stop())
    return server
  })
  .extend('other', ({ server }) => makePerson(server, `other_${randomUUID().slice(0, 8)}`))
const HOUR_MS = 3_600_000
/** Media of somebody who may not watch any more is dead after so long. */
const BAR_MS = 2_000

const [peers, sockets]: [RtcTestPeer[], Client[]] = [[], []]
afterEach(() => {
  for (const peer of peers.splice(0)) peer.kill()
  for (const socket of sockets.splice(0)) socket.disconnect()
})

type Seen = { peer: RtcTestPeer; socket: Client; lastAt: () => number }

/** Somebody in a stream, with the moment of the latest packet that came. */
async function enter(
  server: TestServer,
  role: RtcRole,
  { person, stream }: { person: Person; stream: Stream },
): Promise<Seen> {
  let last = 0
  const socket = await openSocket(server, person)
  const onPacket = () => void (last = performance.now())
  const peer = await connect(server, role, { person, socket, streamId: stream.id, options: { onPacket } })
  peers.push(peer)
  sockets.push(socket)
  return { peer, socket, lastAt: () => last }
}

async function comes({ peer }: Seen): Promise<void> {
  const before = peer.packets.video
  await vi.waitFor(() => expect(peer.packets.video).toBeGreaterThan(before + 2), 15_000)
}

/** A stream with its publisher and one viewer, who gets the picture. */
async function watch(
  server: TestServer,
  { creator, fan, given = {} }: { creator: Person; fan: Person; given?: object },
) {
  const stream = await begin(server, creator, given)
  return { stream, join: () => joinBoth(server, { creator, fan, stream }) }
}

async function joinBoth(
  server: TestServer,
  { creator, fan, stream }: { creator: Person; fan: Person; stream: Stream },
) {
  const publisher = await enter(server, 'publish', { person: creator, stream })
  const viewer = await enter(server, 'view', { person: fan, stream })
  await comes(viewer)
  return { publisher, viewer }
}

function stored({ app }: TestServer, { id }: Stream): Promise<Stream> {
  return app.orm.em.fork().findOneOrFail(Stream, { id })
}

type Given = { tx: Tx; creator: Person; fan: Person; stream: Stream }
const ticket = ({ fan, stream }: Pick<Given, 'fan' | 'stream'>) =>
  ({ userId: fan.id, objectType: 'stream', objectId: stream.id }) as const
const term = ({ fan, creator }: Pick<Given, 'fan' | 'creator'>) =>
  ({ userId: fan.id, performerId: creator.id, kind: 'subscription' }) as const
const sql = (tx: Tx, text: string, params: string[]) => tx.em.execute(text, params)

const reasons: {
  name: string
  access?: Stream['access']
  before?: (given: Given) => Promise<unknown>
  cause: (given: Given) => Promise<unknown>
  status: number
}[] = [
  {
    name: 'is blocked',
    cause: ({ tx, creator, fan }) =>
      sql(tx, 'insert into block (performer_id, user_id, created_at) values (?, ?, now())', [creator.id, fan.id]),
    status: 404,
  },
  {
    name: 'is in a country that is blocked',
    before: ({ tx, fan }) => sql(tx, `update "user" set country_seen = 'NO' where id = ?`, [fan.id]),
    cause: ({ tx, creator }) =>
      sql(tx, `update performer set blocked_countries = '{NO}' where user_id = ?`, [creator.id]),
    status: 404,
  },
  {
    name: 'is suspended',
    cause: ({ tx, fan }) => suspendAccount(tx, fan.id, 'No'),
    status: 403,
  },
  {
    name: 'has no session any more, as after a new password',
    cause: ({ tx, fan }) => tx.em.nativeUpdate(Session, { id: fan.actor.sessionId }, { revokedAt: tx.now }),
    status: 401,
  },
  {
    name: 'got the ticket back, as after a dispute',
    access: 'paid',
    before: ({ tx, ...given }) =>
      grantEntitlement(tx, { ...ticket(given), performerId: given.creator.id, source: 'purchase' }),
    cause: ({ tx, ...given }) => revokeEntitlement(tx, ticket(given)),
    status: 402,
  },
  {
    name: 'follows no longer',
    access: 'followers',
    before: ({ tx, fan, creator }) =>
      setFollow({ ...tx, actor: fan.actor }, { performerId: creator.id, following: true }),
    cause: ({ tx, fan, creator }) =>
      setFollow({ ...tx, actor: fan.actor }, { performerId: creator.id, following: false }),
    status: 403,
  },
  {
    name: 'lost the membership to a refund',
    access: 'subscribers',
    before: ({ tx, ...given }) =>
      setMembership(tx, { ...term(given), accessUntil: new Date(tx.now.getTime() + HOUR_MS) }),
    cause: ({ tx, ...given }) => setMembership(tx, { ...term(given), accessUntil: tx.now }),
    status: 403,
  },
]

test.for(reasons)(
  'the media of a viewer who $name is dead within two seconds, and no token opens it again',
  { retry: 2 },
  async ({ access = 'public', before, cause, status }, { server, creator, fan, other }) => {
    const price = access === 'paid' ? 30 : null
    const { stream, join } = await watch(server, {
      creator,
      fan,
      given: { access: access === 'paid' ? access : 'public', price },
    })
    await transact(server.app, null, ({ em }) => em.nativeUpdate(Stream, { id: stream.id }, { access }))
    const act = (work?: (given: Given) => Promise<unknown>) =>
      transact(server.app, null, async (tx) => void (await work?.({ tx, creator, fan, stream })))
    await act(before)
    const { viewer } = await join()
    // A look finds them in order.
    await pause(1_100)
    const begun = performance.now()
    await act(cause)
    await pause(BAR_MS + 500)
    expect(viewer.lastAt() - begun).toBeLessThan(BAR_MS)
    expect((await askToken(server, fan, { streamId: stream.id, role: 'view' })).status).toBe(status)
    expect(other.id).not.toBe(fan.id)
  },
)

test('a membership that runs out by itself lasts until the end of the stream, but opens no further one', async ({
  server,
  creator,
  fan,
}) => {
  const { stream, join } = await watch(server, { creator, fan, given: { access: 'subscribers' } })
  const until = (ms: number) =>
    transact(server.app, null, (tx) =>
      setMembership(tx, { ...term({ fan, creator }), accessUntil: new Date(tx.now.getTime() + ms) }),
    )
  await until(HOUR_MS)
  const { viewer } = await join()
  await pause(1_100)
  await transact(server.app, null, async () => until(8_000))
  await pause(11_000)
  await comes(viewer)
  expect((await askToken(server, fan, { streamId: stream.id, role: 'view' })).status).toBe(403)
})

test(
  'a seat that has ended, and one that never was, see nothing',
  { retry: 2 },
  async ({ server, creator, fan, other }) => {
    const { stream, join } = await watch(server, { creator, fan, given: { kind: 'private', rate: 60 } })
    const { become } = await seat(server, { fan, creator, stream })
    const { viewer } = await join()
    expect((await askToken(server, other, { streamId: stream.id, role: 'view' })).status).toBe(404)
    const begun = performance.now()
    await become('ended')
    await pause(BAR_MS + 500)
    expect(viewer.lastAt() - begun).toBeLessThan(BAR_MS)
  },
)

test('a session that ends leaves another session of the account in the stream', async ({ server, creator, fan }) => {
  const second = await signIn(server, fan.user)
  const { stream, join } = await watch(server, { creator, fan })
  const { viewer } = await join()
  const elsewhere = await enter(server, 'view', { person: second, stream })
  await transact(server.app, null, ({ em }) =>
    em.nativeUpdate(Session, { id: fan.actor.sessionId }, { revokedAt: new Date() }),
  )
  await vi.waitFor(() => expect(performance.now() - viewer.lastAt()).toBeGreaterThan(700), 10_000)
  await comes(elsewhere)
})

test(
  'staff end a stream at once: no packet after two seconds, and all who watch are told why',
  { retry: 2 },
  async ({ server, creator, fan }) => {
    const { stream, join } = await watch(server, { creator, fan })
    const { viewer } = await join()
    const closed = new Promise((resolve) => void viewer.socket.once('rtc:closed', resolve))
    const begun = performance.now()
    await transact(server.app, null, (tx) => hide(tx, { type: 'stream', id: stream.id }))
    await pause(BAR_MS)
    expect(viewer.lastAt() - begun).toBeLessThan(BAR_MS)
    expect(await closed).toEqual({ peer: viewer.peer.peer, reason: 'closed' })
    expect(await stored(server, stream)).toMatchObject({ status: 'ended', endedReason: 'staff' })
    expect((await askToken(server, fan, { streamId: stream.id, role: 'view' })).status).toBe(404)
  },
)

test('a publisher that is killed makes the stream wait; the next one goes on in the same stream, for the same viewer', async ({
  server,
  creator,
  fan,
}) => {
  const { stream, join } = await watch(server, { creator, fan })
  const { publisher, viewer } = await join()
  await vi.waitFor(async () => expect((await stored(server, stream)).status).toBe('live'), 10_000)
  publisher.peer.kill()
  await vi.waitFor(async () => expect((await stored(server, stream)).status).toBe('reconnecting'), 10_000)
  const { seconds } = await stored(server, stream)
  await enter(server, 'publish', { person: creator, stream })
  await comes(viewer)
  await vi.waitFor(async () => expect((await stored(server, stream)).status).toBe('live'), 10_000)
  expect((await stored(server, stream)).seconds - seconds).toBeLessThan(3)
})

test('no token but the own one of this session, for this role, used once, connects', async ({
  server,
  creator,
  fan,
  other,
}) => {
  const { stream, join } = await watch(server, { creator, fan })
  await join()
  const socket = await openSocket(server, other)
  sockets.push(socket)
  const { token } = await askToken(server, fan, { streamId: stream.id, role: 'view' })
  const refused = { ok: false, message: 'This connection is not valid any more. Try again.' }
  expect(await socket.emitWithAck('rtc:offer', { token, sdp: 'v=0' }), 'of another account').toEqual(refused)
  const own = await openSocket(server, fan)
  sockets.push(own)
  expect(await own.emitWithAck('rtc:offer', { token, sdp: 'v=0' }), 'used up by the other').toEqual(refused)
  const second = await openSocket(server, await signIn(server, fan.user))
  sockets.push(second)
  const another = await askToken(server, fan, { streamId: stream.id, role: 'view' })
  expect(await second.emitWithAck('rtc:offer', { token: another.token, sdp: 'v=0' }), 'of another session').toEqual(
    refused,
  )
  for (const forged of ['x', fan.token]) {
    expect(await own.emitWithAck('rtc:offer', { token: forged, sdp: 'v=0' })).toEqual(refused)
  }
  const { token: late } = await askToken(server, fan, { streamId: stream.id, role: 'view' })
  await transact(server.app, null, ({ em }) =>
    em.execute('insert into block (performer_id, user_id, created_at) values (?, ?, now())', [creator.id, fan.id]),
  )
  expect(await own.emitWithAck('rtc:offer', { token: late, sdp: 'v=0' }), 'access was lost since').toMatchObject({
    ok: false,
  })
  const { token: expired } = await askToken(server, other, { streamId: stream.id, role: 'view' })
  ahead.ms = 61_000
  expect(await socket.emitWithAck('rtc:offer', { token: expired, sdp: 'v=0' }), 'expired').toEqual(refused)
  ahead.ms = 0
})

test('the 31st offer of a minute waits', async ({ server, fan }) => {
  const socket = await openSocket(server, fan)
  sockets.push(socket)
  for (let offer = 0; offer < 30; offer++) {
    expect(await socket.emitWithAck('rtc:offer', { token: 'x', sdp: 'v=0' })).not.toHaveProperty('retryAfterMs')
  }
  const answer: unknown = await socket.emitWithAck('rtc:offer', { token: 'x', sdp: 'v=0' })
  expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/^Too many requests\./) as unknown })
  expect(answer).toHaveProperty('retryAfterMs')
})
