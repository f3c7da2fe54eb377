import type { Page } from 'playwright/test'
import { goLive, holdConnections } from '../fixtures/live.ts'
import { newCreator } from '../fixtures/newcomer.ts'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

type State = { status: string; atMs: number | null; holes: { beginMs: number; endMs: number | null }[] }
type Joined = { stream: { _id: string; status: string; videoId: string | null } }
type Library = { data: { file: { durationMs: number | null } | null }[] }

test('a line that breaks leaves no hole in the recording: the creator’s device fills it after the stream', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const studio = await newDevice(server, { hasCamera: true })
  const page = await studio.open()
  await holdConnections(page)
  await logIn(page, creator.username, '/creator/live')
  await page.getByRole('checkbox', { name: /Record it/ }).check()
  await goLive(page, 'Kept whole')
  const join = async () => (await creator.api.get<Joined>(`/streaming/join/${creator.username}`)).stream
  const { _id } = await join()
  const look = () => creator.api.get<State>(`/streaming/live/${_id}/recording`)
  await page.waitForTimeout(2_000)

  await studio.setOffline(true)
  await sendMedia(page, false)
  await page.waitForTimeout(6_000)
  await sendMedia(page, true)
  await studio.setOffline(false)
  await expect.poll(async () => (await look()).holes[0]?.endMs ?? 0).toBeGreaterThan(0)
  await page.waitForTimeout(1_000)

  const sent: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/files/part')) sent.push(request.postDataBuffer()?.length ?? 0)
  })
  const { atMs } = await look()
  const lookedAt = Date.now()
  await page.getByRole('button', { name: 'End stream' }).click()
  await expect.poll(async () => (await join()).status, { intervals: [200] }).toBe('ended')
  const wholeMs = (atMs ?? 0) + Date.now() - lookedAt
  await expect.poll(async () => (await look()).status, { timeout: 30_000 }).toBe('made')
  expect(sent.length).toBeGreaterThan(0)
  // The hole has six seconds.
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(6 * 1.25 * 312_500)
  const lengthMs = async () =>
    (await creator.api.get<Library>('/performer/files/search?type=video')).data[0]?.file?.durationMs ?? 0
  await expect.poll(lengthMs, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(Math.abs((await lengthMs()) - wholeMs)).toBeLessThan(1_000)
  expect((await join()).videoId).not.toBeNull()
})

/** A tunnel: media go out, or none do. Cutting a browser off does not cut off its media. */
async function sendMedia(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate(async (active) => {
    const { held } = globalThis as unknown as { held: RTCPeerConnection[] }
    for (const sender of held.flatMap((one) => one.getSenders())) {
      const parameters = sender.getParameters()
      for (const encoding of parameters.encodings) encoding.active = active
      await sender.setParameters(parameters).catch(() => undefined)
    }
  }, isOn)
}
