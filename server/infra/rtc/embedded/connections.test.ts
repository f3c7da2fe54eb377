import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openTestEngine } from '../testing/open-test-engine.ts'
import { publish, view } from '../testing/rtc-peer.ts'
import type { RtcTestPeer } from '../testing/rtc-peer.ts'
import { allowCheck } from './allow-check.ts'
import { removeCandidates, tellCandidates } from './candidates.ts'
import { PortPairs } from './port-pairs.ts'

const peers: RtcTestPeer[] = []
afterEach(() => {
  for (const peer of peers.splice(0)) peer.kill()
})

test('a range of ports bears one connection for each pair, by UDP and TCP, and takes pairs back', async () => {
  const first = 30_000 + 4 * Math.floor(Math.random() * 500)
  const network = { listenOn: '127.0.0.1', told: ['127.0.0.1'], ports: [first, first + 3] } as const
  const { engine, as, lines } = openTestEngine({ network })
  await engine.open('room', { record: false, maxViewers: 9 })
  const creator = await publish(as('room', 'publish', 'creator'))
  const fan = await view(as('room', 'view', 'fan'), { tcpOnly: true })
  peers.push(creator, fan)
  await vi.waitFor(() => expect(fan.packets.video).toBeGreaterThan(3), 30_000)
  const ports = [creator, fan].flatMap(({ sdp }) =>
    [...sdp.matchAll(/127\.0\.0\.1 (\d+) typ/g)].map(([, port]) => Number(port)),
  )
  for (const port of ports) expect([first, first + 1, first + 2, first + 3]).toContain(port)
  await expect(view(as('room', 'view', 'other'))).rejects.toMatchObject({ kind: 'unavailable' })
  await engine.leave(fan.peer, 'fan')
  await pause(100)
  peers.push(await view(as('room', 'view', 'other')))
  expect(lines).toEqual([])
  await engine.stop()
})

test('ports are given in turn, and the one that is free for the shortest time comes last', () => {
  const pairs = new PortPairs([40_000, 40_004])
  const [one, two] = [pairs.take(), pairs.take()]
  expect([one, two]).toEqual([
    [40_000, 40_001],
    [40_002, 40_003],
  ])
  expect(() => pairs.take()).toThrow()
  pairs.giveBack(two)
  pairs.giveBack(one)
  expect(pairs.take()).toEqual([40_002, 40_003])
})

test('an answer tells every address of the server in place of the one that it listens on', () => {
  const line = (address: string, foundation = 'f') =>
    `a=candidate:${foundation} 1 udp 5 ${address} 4000 typ host generation 0\r\n`
  const sdp = `v=0\r\nt=0 0\r\nm=audio 9 X 1\r\n${line('0.0.0.0')}a=ice-lite\r\na=mid:0\r\n`
  expect(tellCandidates(sdp, ['203.0.113.7', '203.0.113.8'])).toBe(
    `v=0\r\nt=0 0\r\na=ice-lite\r\nm=audio 9 X 1\r\n${line('203.0.113.7', 'f0')}${line('203.0.113.8', 'f1')}a=mid:0\r\n`,
  )
  expect(removeCandidates(`a=x\r\n${line('198.51.100.7')}a=end-of-candidates\r\na=y\r\n`)).toBe('a=x\r\na=y\r\n')
})

test('a connection answers checks of its own client alone, from 32 addresses at most', () => {
  const ice = { localUsername: 'server', remoteUsername: 'client' } as never
  const allow = allowCheck(() => ice)
  const check = (username: string, port: number) =>
    allow({ getAttributeValue: () => username } as never, ['127.0.0.1', port], {} as never)
  for (const stranger of ['server:other', 'other:client', 'server', '']) expect(check(stranger, 1)).toBe(false)
  for (let port = 1; port <= 32; port += 1) expect(check('server:client', port)).toBe(true)
  expect(check('server:client', 33)).toBe(false)
  expect(check('server:client', 32)).toBe(true)
  expect(allowCheck(() => undefined)({ getAttributeValue: () => 'x' } as never, ['127.0.0.1', 1], {} as never)).toBe(
    false,
  )
})
