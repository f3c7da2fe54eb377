import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { Line } from '../fixtures/line.ts'
import { newCreator } from '../fixtures/newcomer.ts'
import { smallMp4 } from '../fixtures/small-mp4.ts'
import { go, studioOn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const SIZE = 200_000_000
/** Parts after which the line is cut, and one after which the page is loaded anew. */
const CUTS = [5, 13, 21, 29, 37]
const RELOAD = 43
const CUT_MS = 2_000

test('a video of 200 MB goes up through five cuts and a reload, and at most one part for each goes up twice', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(600_000)
  const folder = await mkdtemp(join(tmpdir(), 'vesper-large-video-'))
  const line = await Line.to(server)
  try {
    const video = join(folder, 'pier.mp4')
    await writeFile(video, smallMp4(SIZE))
    const device = await newDevice(line, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const page = await studioOn(device, await newCreator(server))
    const parts = await watchParts(page)
    await page.getByRole('button', { name: 'Write a post' }).click()
    await page.locator('input[type=file]').first().setInputFiles(video)
    for (const cut of CUTS) {
      await expect.poll(() => parts.length, { timeout: 120_000, intervals: [20] }).toBeGreaterThanOrEqual(cut)
      line.cut()
      await new Promise((resolve) => setTimeout(resolve, CUT_MS))
      line.restore()
    }
    await expect.poll(() => parts.length, { timeout: 120_000, intervals: [20] }).toBeGreaterThanOrEqual(RELOAD)
    await page.reload()
    await go(page, '/creator/media')
    await expect(page.getByRole('list', { name: 'Library' })).toContainText('Video', { timeout: 120_000 })

    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    const twice = parts.length - new Set(parts.map(({ offset }) => offset)).size
    test
      .info()
      .annotations.push({ type: 'figures', description: `${parts.length} parts, ${twice} twice, ${bytes} bytes` })
    console.log(
      `${parts.length} parts, of which ${twice} went up twice; ${(bytes / SIZE).toFixed(3)} of the file's bytes`,
    )
    expect(twice).toBeLessThanOrEqual(CUTS.length + 1)
    expect(Math.max(...parts.map(({ offset }) => parts.filter((part) => part.offset === offset).length))).toBeLessThan(
      4,
    )
  } finally {
    await line.remove()
    await rm(folder, { recursive: true, force: true })
  }
})

type Part = { offset: number; bytes: number }

/** Each part that a page begins to send, as it begins. */
async function watchParts(page: Page): Promise<Part[]> {
  const parts: Part[] = []
  await page.route('**/api/files/part', async (route) => {
    const form = route.request().postDataBuffer()
    const head = form?.subarray(0, 1_000).toString('latin1') ?? ''
    parts.push({ offset: Number(/name="offset"\r\n\r\n(\d+)/.exec(head)?.[1]), bytes: form?.length ?? 0 })
    await route.continue().catch(() => undefined)
  })
  return parts
}
