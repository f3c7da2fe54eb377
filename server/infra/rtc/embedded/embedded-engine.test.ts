import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { RtpPacket } from 'werift'
import type { RtcClosedReason } from '../stream-engine.ts'
import { openTestEngine } from '../testing/open-test-engine.ts'
import { publish, view } from '../testing/rtc-peer.ts'
import type { RtcPeerOptions, RtcTestPeer } from '../testing/rtc-peer.ts'

const { engine, lines, as } = openTestEngine()
const closed: { room: string; peer: string; userId: string; reason: RtcClosedReason }[] = []
engine.onClosed((event) => void closed.push(event))
const peers: RtcTestPeer[] = []
const rooms: string[] = []
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.kill()
  // An account watches few streams at once.
  await Promise.all(rooms.splice(0).map((room) => engine.close(room)))
})
afterAll(() => engine.stop())

async function openRoom(maxViewers = 50): Promise<string> {
  const room = randomUUID()
  rooms.push(room)
  await engine.open(room, { record: false, maxViewers })
  return room
}

async function publishIn(room: string, userId = 'creator', options?: RtcPeerOptions): Promise<RtcTestPeer> {
  const peer = await publish(as(room, 'publish', userId), options)
  peers.push(peer)
  return peer
}

async function viewIn(room: string, userId = 'fan', options?: RtcPeerOptions): Promise<RtcTestPeer> {
  const peer = await view(as(room, 'view', userId), options)
  peers.push(peer)
  return peer
}

/** Waits until so many more packets of both kinds have come. */
async function comes(peer: RtcTestPeer, more = 3): Promise<void> {
  const before = { ...peer.packets }
  await vi.waitFor(() => {
    expect(peer.packets.video).toBeGreaterThan(before.video + more)
    expect(peer.packets.audio).toBeGreaterThan(before.audio + more)
  }, 30_000)
}

/** Waits until no picture has come for half a second. */
async function stops(peer: RtcTestPeer): Promise<void> {
  await vi.waitFor(async () => {
    const before = peer.packets.video
    await pause(500)
    expect(peer.packets.video).toBe(before)
  }, 20_000)
}

async function find(room: string, { peer }: RtcTestPeer) {
  return (await engine.room(room))?.peers.find((one) => one.peer === peer)
}

test('picture and sound come to every viewer, and the room tells who is there', async () => {
  const room = await openRoom()
  const creator = await publishIn(room)
  const viewers = [await viewIn(room, 'fan'), await viewIn(room, 'other')]
  await Promise.all(viewers.map((viewer) => comes(viewer, 10)))
  const listed = (await engine.room(room))?.peers ?? []
  expect(listed.map(({ role, userId }) => [role, userId])).toEqual([
    ['publish', 'creator'],
    ['view', 'fan'],
    ['view', 'other'],
  ])
  expect(listed[0]).toMatchObject({ peer: creator.peer, sessionId: 'creator', hasVideo: true, lost: 0 })
  for (const { bytes } of listed) expect(bytes).toBeGreaterThan(100)
  await vi.waitFor(async () => expect((await find(room, creator))?.silentMs).toBeLessThan(500), 20_000)
  await vi.waitFor(
    async () => expect((await find(room, viewers[0] as RtcTestPeer))?.silentMs).toBeLessThan(2_500),
    20_000,
  )
})

test('a viewer who reaches the server by TCP alone gets picture and sound too', async () => {
  const room = await openRoom()
  await publishIn(room, 'creator', { tcpOnly: true })
  await comes(await viewIn(room, 'fan', { tcpOnly: true }), 10)
})

test('a viewer who comes later begins with a key frame, for which the publisher is asked', async () => {
  const room = await openRoom()
  const creator = await publishIn(room)
  await comes(await viewIn(room))
  const asked = creator.asked()
  const first: RtpPacket[] = []
  await comes(await viewIn(room, 'late', { onPacket: (kind, packet) => void (kind === 'video' && first.push(packet)) }))
  expect(creator.asked()).toBe(asked + 1)
  // The first byte behind the descriptor: its last bit is 0 for a key frame.
  expect((first[0]?.payload[1] ?? 1) & 1).toBe(0)
})

test('many viewers who ask for a key frame at once make one request', async () => {
  const room = await openRoom()
  const creator = await publishIn(room)
  await comes(await viewIn(room))
  await pause(600)
  const asked = creator.asked()
  const came = await Promise.all(['a', 'b', 'c', 'd'].map((userId) => viewIn(room, userId)))
  await Promise.all(came.map((viewer) => comes(viewer)))
  expect(creator.asked() - asked).toBeLessThanOrEqual(2)
})

test('a bad line of the publisher or of a viewer is mended by packets that are sent again', async () => {
  const room = await openRoom()
  await publishIn(room, 'creator', { badLine: true, load: 3 })
  const numbers = new Set<number>()
  const onPacket: RtcPeerOptions['onPacket'] = (kind, { header }) => {
    if (kind === 'video') numbers.add(header.sequenceNumber)
  }
  const fan = await viewIn(room, 'fan', { badLine: true, onPacket })
  await vi.waitFor(() => expect(fan.packets.video).toBeGreaterThan(250), 30_000)
  const span = Math.max(...numbers) - Math.min(...numbers) + 1
  // Without, a tenth would be missing.
  expect(numbers.size / span).toBeGreaterThan(0.97)
})

test('a removed account gets no more packets within two seconds, and the engine tells', async () => {
  const room = await openRoom()
  await publishIn(room)
  let lastAt = 0
  const onPacket = () => void (lastAt = performance.now())
  const [fan, other] = [await viewIn(room, 'fan', { onPacket }), await viewIn(room, 'other')]
  await Promise.all([comes(fan), comes(other)])
  await engine.remove(room, { userId: 'fan', sessionId: 'another session' })
  await comes(fan)
  const began = performance.now()
  await engine.remove(room, { userId: 'fan' })
  await pause(2_500)
  await comes(other, 10)
  expect(lastAt - began).toBeLessThan(2_000)
  expect(closed).toContainEqual({ room, peer: fan.peer, userId: 'fan', reason: 'removed' })
  expect(await find(room, fan)).toBeUndefined()
})

test('a publisher who comes back takes the place of the first, and viewers go on with one row of packets', async () => {
  const room = await openRoom()
  const first = await publishIn(room)
  const video: { sequence: number; timestamp: number; ssrc: number }[] = []
  const fan = await viewIn(room, 'fan', {
    onPacket: (kind, { header }) => {
      if (kind === 'video')
        video.push({ sequence: header.sequenceNumber, timestamp: header.timestamp, ssrc: header.ssrc })
    },
  })
  await comes(fan)
  const goneAt = performance.now()
  first.kill()
  await pause(300)
  await publishIn(room)
  await comes(fan, 5)
  const hole = ((performance.now() - goneAt) / 1_000) * 90_000
  expect(closed).toContainEqual({ room, peer: first.peer, userId: 'creator', reason: 'replaced' })
  expect(new Set(video.map(({ ssrc }) => ssrc)).size).toBe(1)
  for (const [index, { sequence, timestamp }] of video.entries()) {
    const before = video[index - 1]
    if (!before) continue
    expect(sequence).toBe((before.sequence + 1) % 2 ** 16)
    expect(timestamp).toBeGreaterThan(before.timestamp)
    // The hole lasts no longer than it lasted.
    expect(timestamp - before.timestamp).toBeLessThan(hole + 90_000)
  }
})

test('a room takes so many accounts and one more is refused, several tabs of one account count once', async () => {
  const room = await openRoom(2)
  await publishIn(room)
  const [one] = [await viewIn(room, 'one'), await viewIn(room, 'two')]
  await viewIn(room, 'one')
  await expect(viewIn(room, 'three')).rejects.toMatchObject({ kind: 'conflict', message: 'This stream is full.' })
  await engine.leave(one.peer, 'another')
  expect(await find(room, one)).toBeDefined()
  await engine.remove(room, { userId: 'one' })
  await comes(await viewIn(room, 'three'))
})

test('a room takes no more viewers than it has seats when many come at the same moment', async () => {
  const room = await openRoom(2)
  const came = await Promise.allSettled(['a', 'b', 'c', 'd'].map((userId) => viewIn(room, userId)))
  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('the fifth tab of an account takes the place of its first', async () => {
  const room = await openRoom()
  const tabs: RtcTestPeer[] = []
  for (let tab = 0; tab < 5; tab += 1) tabs.push(await viewIn(room))
  expect(closed).toContainEqual({ room, peer: tabs[0]?.peer, userId: 'fan', reason: 'replaced' })
  expect((await engine.room(room))?.peers).toHaveLength(4)
})

test('a viewer who wants sound alone gets no picture, and gets it back by a key frame', async () => {
  const room = await openRoom()
  const creator = await publishIn(room)
  const numbers: number[] = []
  const fan = await viewIn(room, 'fan', {
    onPacket: (kind, { header }) => void (kind === 'video' && numbers.push(header.sequenceNumber)),
  })
  await comes(fan)
  await engine.setVideo(fan.peer, 'another', false)
  await comes(fan)
  await engine.setVideo(fan.peer, 'fan', false)
  await stops(fan)
  const before = { ...fan.packets }
  await vi.waitFor(() => expect(fan.packets.audio).toBeGreaterThan(before.audio + 20), 20_000)
  expect(fan.packets.video).toBe(before.video)
  expect((await find(room, fan))?.hasVideo).toBe(false)
  const asked = creator.asked()
  await engine.setVideo(fan.peer, 'fan', true)
  await comes(fan)
  expect(creator.asked()).toBeGreaterThan(asked)
  // A pause is no loss.
  for (const [index, number] of numbers.entries()) if (index > 0) expect(number).toBe((numbers[index - 1] ?? 0) + 1)
})

test('a viewer who is killed without a word falls silent, and is gone after 15 seconds', async () => {
  const room = await openRoom()
  const creator = await publishIn(room)
  const fan = await viewIn(room)
  await comes(fan)
  await vi.waitFor(async () => expect((await find(room, fan))?.silentMs).not.toBeNull(), 30_000)
  fan.kill()
  await vi.waitFor(async () => expect((await find(room, fan))?.silentMs).toBeGreaterThan(3_000), 12_000)
  await vi.waitFor(() => expect(closed).toContainEqual({ room, peer: fan.peer, userId: 'fan', reason: 'gone' }), 30_000)
  creator.kill()
  await vi.waitFor(async () => expect((await find(room, creator))?.silentMs).toBeGreaterThan(900), 20_000)
})

test('a viewer who leaves is gone at once, which is no news to anybody', async () => {
  const room = await openRoom()
  await publishIn(room)
  const fan = await viewIn(room)
  await comes(fan)
  await engine.leave(fan.peer, 'fan')
  expect(await find(room, fan)).toBeUndefined()
  expect(closed.some(({ peer }) => peer === fan.peer)).toBe(false)
})

test('a closed room ends everybody, and takes nobody any more', async () => {
  const room = await openRoom()
  const creator = await publishIn(room)
  const fan = await viewIn(room)
  await comes(fan)
  expect(engine.has(room)).toBe(true)
  expect(await engine.close(room)).toEqual({ recording: null })
  expect(closed.filter((event) => event.room === room).map(({ peer, reason }) => [peer, reason])).toEqual([
    [creator.peer, 'closed'],
    [fan.peer, 'closed'],
  ])
  expect([engine.has(room), await engine.room(room)]).toEqual([false, null])
  await expect(viewIn(room)).rejects.toMatchObject({ kind: 'conflict', message: 'The stream is over.' })
  expect(await engine.close(room)).toEqual({ recording: null })
})

test('no answer tells an address of a client, whatever its offer says', async () => {
  const room = await openRoom()
  const spoil = (sdp: string) =>
    sdp
      .replaceAll('0.0.0.0', '198.51.100.7')
      .replace('a=mid:0', 'a=candidate:1 1 udp 2113937151 198.51.100.7 50000 typ host\r\na=mid:0')
  const creator = await publish((sdp) => as(room, 'publish', 'creator')(spoil(sdp)))
  const fan = await view((sdp) => as(room, 'view', 'fan')(spoil(sdp)))
  peers.push(creator, fan)
  await comes(fan)
  for (const { sdp } of [creator, fan]) {
    expect(sdp).not.toContain('198.51.100.7')
    const told = [...sdp.matchAll(/^a=candidate:\S+ 1 (\w+) \d+ (\S+) \d+ typ host/gm)].map(([, way, at]) => [way, at])
    expect(new Set(told.map(([way]) => way))).toEqual(new Set(['udp', 'tcp']))
    expect(new Set(told.map(([, at]) => at))).toEqual(new Set(['127.0.0.1']))
  }
})

test.each([
  ['nothing', ''],
  ['noise', 'v=0\r\nm=nothing\r\n'],
  ['data instead of media', 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=application 9 UDP/DTLS/SCTP x\r\n'],
  ['more than a browser says', `v=0\r\n${'a=x\r\n'.repeat(4_000)}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n`],
  ['another codec alone', 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\n'],
])('an offer that cannot be read is refused: %s', async (_, sdp) => {
  const room = await openRoom()
  await expect(as(room, 'view', 'fan')(sdp)).rejects.toMatchObject({
    ...{ kind: 'invalid', message: 'The offer of this connection cannot be read.' },
  })
  expect((await engine.room(room))?.peers).toEqual([])
})

test('five join at once, and a sixth waits for its turn', async () => {
  const room = await openRoom()
  const answeredAt: number[] = []
  // The offers of these are answered, and they never connect: each keeps its turn for two seconds.
  const offer = await offerOf()
  const join = async (userId: string) => {
    await as(room, 'view', userId)(offer)
    answeredAt.push(performance.now())
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(join))
  const [first = 0, , , , fifth = 0, sixth = 0] = answeredAt
  // By the first answer, so that a thread that is still busy with its start does not count.
  expect(fifth - first).toBeLessThan(1_900)
  expect(sixth - first).toBeGreaterThan(1_900)
})

async function offerOf(): Promise<string> {
  let offer = ''
  await view((sdp) => {
    offer = sdp
    return Promise.reject(new Error('not sent'))
  }).catch(() => {})
  return offer
}

test('an engine that is warmed up has its thread before the first room, and the same one afterwards', async () => {
  const other = openTestEngine()
  expect(other.engine.thread).toBeNull()
  other.engine.warmUp()
  const { thread } = other.engine
  expect(thread).not.toBeNull()
  other.engine.warmUp()
  await other.engine.open('room', { record: false, maxViewers: 5 })
  expect(other.engine.thread).toBe(thread)
  await other.engine.stop()
})

test('a thread that dies ends its rooms, which is told and logged, and the next room has a new one', async () => {
  const other = openTestEngine()
  const ended: unknown[] = []
  other.engine.onClosed((event) => void ended.push(event))
  await other.engine.open('room', { record: false, maxViewers: 5 })
  const fan = await view(other.as('room', 'view', 'fan'))
  await other.engine.thread?.terminate()
  const lost = { room: 'room', peer: fan.peer, userId: 'fan', reason: 'closed' }
  await vi.waitFor(() => expect(ended).toEqual([lost]), 20_000)
  fan.kill()
  expect(other.engine.has('room')).toBe(false)
  expect(other.lines.join('')).toContain('the thread of the media engine has ended')
  await other.engine.open('room', { record: false, maxViewers: 5 })
  const creator = await publish(other.as('room', 'publish', 'creator'))
  await vi.waitFor(() => expect(creator.packets.audio).toBeGreaterThan(3), 30_000)
  creator.kill()
  await other.engine.stop()
})

test('nothing of all this was a fault', () => {
  expect(lines).toEqual([])
})
