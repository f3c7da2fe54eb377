import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chromiumPath, startHeadlessChromium } from '../testing/headless-chromium.ts'
import type { ChromiumPage, HeadlessChromium } from '../testing/headless-chromium.ts'
import { openTestEngine } from '../testing/open-test-engine.ts'
import { serveRtcPages } from '../testing/rtc-pages.ts'
import type { Received } from '../testing/rtc-pages.ts'

const PATIENCE_MS = 30_000

describe.skipIf(chromiumPath === null)('in Chromium', () => {
  const { engine, lines, as } = openTestEngine()
  let chromium: HeadlessChromium
  let pages: Awaited<ReturnType<typeof serveRtcPages>>

  beforeAll(async () => {
    chromium = await startHeadlessChromium()
    pages = await serveRtcPages((role, userId) => as('room', role, userId), {
      train: { loss: 0.05, delayMs: 100 },
      narrow: { bytesPerSecond: 12_500, delayMs: 50 },
    })
    await engine.open('room', { record: false, maxViewers: 50 })
  })
  afterAll(async () => {
    chromium.stop()
    pages.stop()
    await engine.stop()
    expect(lines).toEqual([])
  })

  async function open(path: string): Promise<ChromiumPage & { peer: string }> {
    const page = await chromium.open(pages.url + path)
    await vi.waitFor(async () => expect(await page.evaluate('typeof start')).toBe('function'), PATIENCE_MS)
    return { ...page, peer: await page.evaluate<string>('start()') }
  }

  const received = (page: ChromiumPage) => page.evaluate<Received>('received()')

  /** Waits until so many more frames and as much more sound have been played. */
  async function plays(page: ChromiumPage, frames = 20): Promise<Received> {
    const before = await received(page)
    await vi.waitFor(async () => {
      const now = await received(page)
      expect(now.frames).toBeGreaterThan(before.frames + frames)
      expect(now.samples - now.concealed).toBeGreaterThan(before.samples - before.concealed + 24_000)
    }, PATIENCE_MS)
    return received(page)
  }

  async function silentMsOf({ peer }: { peer: string }): Promise<number> {
    const found = (await engine.room('room'))?.peers.find((one) => one.peer === peer)
    return found?.silentMs ?? Number.POSITIVE_INFINITY
  }

  /** The longest silence within some seconds. */
  async function longestSilence(page: { peer: string }, seconds: number): Promise<number> {
    let longest = 0
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; await pause(100)) {
      longest = Math.max(longest, await silentMsOf(page))
    }
    return longest
  }

  test('a page plays the picture and the sound of another, by UDP or by TCP, and goes on with the next publisher', async () => {
    const first = await open('/publish?user=creator')
    const [fan, other] = [await open('/view?user=fan'), await open('/view?user=other&tcp')]
    expect(await plays(fan)).toMatchObject({ protocol: 'udp', lost: 0 })
    expect(await plays(other)).toMatchObject({ protocol: 'tcp', lost: 0 })
    await first.close()
    await pause(2_000)
    expect(await silentMsOf(first)).toBeGreaterThan(1_500)
    const next = await open('/publish?user=creator')
    await Promise.all([plays(fan), plays(other)])
    expect(await silentMsOf(fan)).toBeLessThan(4_000)
    await next.close()
  })

  test('a page reports at least every four seconds, with sound alone and without a publisher too', async () => {
    const creator = await open('/publish?user=creator')
    const fan = await open('/view?user=fan')
    await plays(fan)
    await engine.setVideo(fan.peer, 'fan', false)
    await pause(500)
    const before = await received(fan)
    expect(await longestSilence(fan, 6)).toBeLessThan(4_000)
    const after = await received(fan)
    expect(after.videoBytes).toBe(before.videoBytes)
    expect(after.audioBytes).toBeGreaterThan(before.audioBytes)
    await engine.setVideo(fan.peer, 'fan', true)
    await plays(fan)
    await creator.close()
    expect(await longestSilence(fan, 6)).toBeLessThan(4_000)
  })

  test('over a line that loses one of twenty packets nearly all of the picture arrives', async () => {
    const creator = await open('/publish?user=creator&line=train')
    const fans = [await open('/view?user=fan'), await open('/view?user=other&line=train')]
    await Promise.all(fans.map((fan) => plays(fan)))
    const count = async () => [
      (await received(creator)).sent,
      ...(await Promise.all(fans.map(received))).map(({ frames }) => frames),
    ]
    const before = await count()
    await pause(8_000)
    const [sent = 0, ...shown] = (await count()).map((frames, index) => frames - (before[index] ?? 0))
    expect(sent).toBeGreaterThan(40)
    expect(Math.min(...shown) / sent).toBeGreaterThan(0.8)
    await Promise.all([creator, ...fans].map((page) => page.close()))
  })

  test('sound alone goes over a line of 100 kbit/s without a hole that is heard', async () => {
    const creator = await open('/publish?user=creator')
    const fan = await open('/view?user=fan&line=narrow')
    await engine.setVideo(fan.peer, 'fan', false)
    await pause(3_000)
    const seconds = 10
    let before = await received(fan)
    const first = before
    let longest = 0
    for (let second = 0; second < seconds; second += 1) {
      await pause(1_000)
      const now = await received(fan)
      longest = Math.max(longest, now.concealed - before.concealed)
      before = now
    }
    expect(before.samples - first.samples).toBeGreaterThan(0.9 * seconds * 48_000)
    expect(longest / 48).toBeLessThan(300)
    expect((before.audioBytes - first.audioBytes) / seconds).toBeLessThan(5_000)
    expect(before.videoBytes).toBe(first.videoBytes)
    await Promise.all([creator.close(), fan.close()])
  })

  test('a page that is removed plays no frame two seconds later', async () => {
    const creator = await open('/publish?user=creator')
    const fan = await open('/view?user=fan')
    await plays(fan)
    await engine.remove('room', { userId: 'fan' })
    await pause(2_000)
    const { frames } = await received(fan)
    await pause(1_000)
    expect((await received(fan)).frames).toBe(frames)
    await creator.close()
  })
})
