import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../http/log.ts'
import { livekitKeys, signWebhook, startFakeLivekit } from '../testing/fake-livekit.ts'
import type { FakeParticipant } from '../testing/fake-livekit.ts'
import { createIdentityCipher } from './identity-cipher.ts'
import { LivekitEngine } from './livekit-engine.ts'

const fake = await startFakeLivekit()
const lines: string[] = []
const closed: unknown[] = []
let engine: LivekitEngine

beforeEach(async () => {
  engine = make(2_000)
  await engine.open('room', { record: false, maxViewers: 50 })
})
afterEach(async () => {
  await engine.stop()
  for (const list of [fake.calls, fake.participants, lines, closed]) list.length = 0
  fake.state.isDown = false
})
afterAll(() => fake.stop())

function sealed(name: string): string {
  const [userId = '', sessionId = ''] = name.split('/')
  return createIdentityCipher(livekitKeys.apiSecret).seal('room', { userId, sessionId })
}

function make(listForMs: number): LivekitEngine {
  const livekit = { url: fake.url, ...livekitKeys }
  const log = createLog('debug', (line) => void lines.push(line))
  const made = new LivekitEngine({ livekit, clock: () => new Date(), log, listForMs })
  made.onClosed((event) => void closed.push(event))
  return made
}

/** `name`: an account and its session. LiveKit knows neither. */
function participant(sid: string, name: string, given: Partial<FakeParticipant> = {}): FakeParticipant {
  return { sid, identity: sealed(name), state: 'ACTIVE', tracks: [], permission: { canPublish: false }, ...given }
}

const publisher = () => participant('P1', 'creator/one', { tracks: [{ sid: 'T1' }], permission: { canPublish: true } })

test('a room is opened once, for its viewers and its publisher', async () => {
  await engine.open('room', { record: false, maxViewers: 50 })
  expect(fake.calls).toEqual([
    { method: 'CreateRoom', asked: { name: 'room', emptyTimeout: 60, departureTimeout: 60, maxParticipants: 51 } },
  ])
  expect([engine.has('room'), engine.has('other')]).toEqual([true, false])
  expect(lines).toEqual([])
})

test('a room that should be recorded is not, which the log says', async () => {
  await engine.open('recorded', { record: true, maxViewers: 1 })
  expect(lines.join('')).toContain('not recorded')
  expect(await engine.close('recorded')).toEqual({ recording: null })
})

test.each([
  ['publish', true],
  ['view', false],
] as const)('a token lets its one identity into its one room for a minute: %s', async (role, canPublish) => {
  const grant = { room: 'room', role, userId: 'fan', sessionId: 'one' }
  const { token, url, iceServers, expiresAt } = await engine.token(grant)
  expect([url, iceServers]).toEqual([fake.url, []])
  const secret = new TextEncoder().encode(livekitKeys.apiSecret)
  const { payload } = await jwtVerify(token, secret, { issuer: livekitKeys.apiKey })
  expect(payload.sub).toBe(sealed('fan/one'))
  expect(JSON.stringify(payload), 'others in the room see it').not.toContain('fan')
  expect(payload['video']).toEqual({
    ...{ room: 'room', roomJoin: true, canSubscribe: true },
    ...{ canPublish, canPublishData: false },
  })
  expect(Math.abs((payload.exp ?? 0) - expiresAt)).toBeLessThanOrEqual(1)
  expect((payload.exp ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(61)
  expect(decodeJwt(token)['metadata']).toBeUndefined()
})

test('neither its tokens nor offers come to this server', async () => {
  expect(await engine.redeem()).toBeNull()
  await expect(engine.connect()).rejects.toMatchObject({ kind: 'conflict' })
})

test('a room has those who are in it, in their roles, and asks LiveKit at most every two seconds', async () => {
  fake.participants.push(publisher(), participant('P2', 'fan/two'), participant('P3', 'late/x', { state: 'JOINING' }))
  const [first] = await Promise.all([engine.room('room'), engine.room('room')])
  expect(first?.peers).toMatchObject([
    { peer: 'P1', role: 'publish', userId: 'creator', sessionId: 'one', silentMs: 0 },
    { peer: 'P2', role: 'view', userId: 'fan', sessionId: 'two', silentMs: 0 },
    { peer: 'P3', role: 'view', userId: 'late', silentMs: null },
  ])
  await engine.room('room')
  expect(fake.count('ListParticipants')).toBe(1)
  await pause(2_050)
  await engine.room('room')
  expect(fake.count('ListParticipants')).toBe(2)
  expect(await engine.room('other')).toBeNull()
})

test('a participant whom this site has not let in is nobody', async () => {
  fake.participants.push({ ...publisher(), identity: 'creator/one' }, participant('P2', 'fan/two'))
  expect((await engine.room('room'))?.peers.map(({ peer }) => peer)).toEqual(['P2'])
})

test('a publisher who sends nothing any more is silent for as long', async () => {
  engine = make(0)
  await engine.open('room', { record: false, maxViewers: 1 })
  fake.participants.push(publisher())
  expect((await engine.room('room'))?.peers[0]?.silentMs).toBe(0)
  fake.participants[0] = { ...publisher(), tracks: [] }
  await pause(300)
  expect((await engine.room('room'))?.peers[0]?.silentMs).toBeGreaterThan(290)
})

test('everybody is silent while LiveKit does not answer', async () => {
  engine = make(0)
  await engine.open('room', { record: false, maxViewers: 1 })
  fake.participants.push(publisher(), participant('P2', 'fan/two'))
  await engine.room('room')
  fake.state.isDown = true
  await pause(1_200)
  for (const { silentMs } of (await engine.room('room'))?.peers ?? []) expect(silentMs).toBeGreaterThan(1_100)
  fake.state.isDown = false
  expect((await engine.room('room'))?.peers.map(({ silentMs }) => silentMs)).toEqual([0, 0])
})

test('a removal ends all sessions of an account, also one whose token was not used yet, and their tokens', async () => {
  fake.participants.push(publisher(), participant('P2', 'fan/two'), participant('P3', 'fan/three'))
  await engine.token({ room: 'room', role: 'view', userId: 'fan', sessionId: 'unused' })
  await engine.token({ room: 'room', role: 'view', userId: 'fanatic', sessionId: 'unused' })
  const before = Math.floor(Date.now() / 1_000)
  await engine.remove('room', { userId: 'fan' })
  const removed = fake.calls.filter(({ method }) => method === 'RemoveParticipant').map(({ asked }) => asked)
  // LiveKit knows nobody by the third, which is no fault.
  expect(removed.map(({ identity }) => identity)).toEqual(['fan/two', 'fan/three', 'fan/unused'].map(sealed))
  for (const { revokeTokenTs } of removed) expect(Number(revokeTokenTs)).toBeGreaterThan(before)
  expect((await engine.room('room'))?.peers.map(({ peer }) => peer)).toEqual(['P1'])
  expect(closed).toEqual(['P2', 'P3'].map((peer) => ({ room: 'room', peer, userId: 'fan', reason: 'removed' })))
})

test('a removal of one session leaves the others', async () => {
  fake.participants.push(participant('P2', 'fan/two'), participant('P3', 'fan/three'))
  await engine.remove('room', { userId: 'fan', sessionId: 'two' })
  expect((await engine.room('room'))?.peers.map(({ peer }) => peer)).toEqual(['P3'])
})

test('a removal that LiveKit does not take is told', async () => {
  fake.state.isDown = true
  await expect(engine.remove('room', { userId: 'fan', sessionId: 'two' })).rejects.toThrow()
  await expect(engine.remove('room', { userId: 'fan' })).rejects.toThrow()
})

test('a closed room is deleted, and everybody in it was ended', async () => {
  fake.participants.push(publisher())
  await engine.room('room')
  expect(await engine.close('room')).toEqual({ recording: null })
  expect(fake.calls.at(-1)).toEqual({ method: 'DeleteRoom', asked: { room: 'room' } })
  expect(closed).toEqual([{ room: 'room', peer: 'P1', userId: 'creator', reason: 'closed' }])
  expect(engine.has('room')).toBe(false)
})

test('a room that LiveKit does not delete is still there, and is closed by the next try', async () => {
  fake.participants.push(publisher())
  await engine.room('room')
  fake.state.isDown = true
  await expect(engine.close('room')).rejects.toThrow()
  expect([engine.has('room'), closed]).toEqual([true, []])
  fake.state.isDown = false
  await engine.close('room')
  expect(fake.calls.at(-1)).toEqual({ method: 'DeleteRoom', asked: { room: 'room' } })
  expect([engine.has('room'), closed.length]).toEqual([false, 1])
})

test('an event of LiveKit makes its room be looked at anew, and a forged one is refused', async () => {
  await engine.room('room')
  fake.participants.push(publisher())
  const { body, authorization } = await signWebhook({ event: 'participant_joined', room: { name: 'room' } })
  const refused = { kind: 'invalid' }
  await expect(engine.takeWebhook(body.replace('joined', 'left'), authorization)).rejects.toMatchObject(refused)
  await expect(engine.takeWebhook(body, '')).rejects.toMatchObject(refused)
  expect((await engine.room('room'))?.peers).toEqual([])
  await engine.takeWebhook(body, authorization)
  expect((await engine.room('room'))?.peers).toHaveLength(1)
})
