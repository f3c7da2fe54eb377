import type { Page } from 'playwright/test'
import { accountOn, ApiClient, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const REFUSED = 'This device is full, so this was not kept.'
const NOTICE = 'This device is full, so new text may be lost.'
/** A browser goes on taking a little for up to half a minute. */
const UNTIL_FULL = { timeout: 60_000 }

test('a full device says so and keeps what was typed; all of it goes out once when there is room', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan2')
  const account = await accountOn(page)
  const conversation = await openConversation(page, 'Mara Lindqvist')
  const box = page.getByRole('textbox', { name: 'Message' })
  await device.setOffline(true)
  await send(page, 'full 0')

  await limitStorage(page, 1)
  let last = 0
  await expect(async () => {
    if (!(await page.getByText(REFUSED).isVisible())) await box.fill(`full ${(last += 1)}`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(REFUSED)).toBeVisible({ timeout: 200 })
  }).toPass(UNTIL_FULL)
  await expect(box).toHaveValue(`full ${last}`)
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expectAccessible(page)
  const kept = (await rowsOf<{ args: { text?: string } }>(page, account, 'outbox')).flatMap(
    ({ args }) => args.text ?? [],
  )
  expect(kept).toEqual(Array.from({ length: last }, (_, n) => `full ${n}`))

  await page.reload()
  await expect(box).toHaveValue(`full ${last}`)
  await limitStorage(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).filter({ hasText: `full ${last}` })).toContainText('Waiting')
  await expect(page.getByText(NOTICE)).toHaveCount(0)

  await device.setOffline(false)
  await expect.poll(async () => (await rowsOf(page, account, 'outbox')).length, { timeout: 30_000 }).toBe(0)
  const arrived = await (await ApiClient.logIn(server, 'creator1')).messages(conversation)
  const texts = arrived.map(({ text }) => text).filter((text) => text.startsWith('full '))
  expect(texts).toEqual([...kept, `full ${last}`])
})

test('pictures make room for what is written', async ({ server, newDevice }) => {
  test.setTimeout(120_000)
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan3')
  const account = await accountOn(page)
  await openConversation(page, 'Teo Almeida')
  await device.setOffline(true)
  await keepPictures(page, account, 60)
  await limitStorage(page, 45 * 1024 * 1024)
  const written: string[] = []
  await expect(async () => {
    written.push(`room ${written.length}`)
    await send(page, written.at(-1) ?? '')
    expect(await countPictures(page, account)).toBeLessThanOrEqual(20)
  }).toPass(UNTIL_FULL)
  await expect(page.getByText(REFUSED)).toHaveCount(0)
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  const outbox = await rowsOf<{ args: { text: string } }>(page, account, 'outbox')
  expect(outbox.map(({ args }) => args.text)).toEqual(written)
})

/** Limits the bytes that the origin may store; without a number, restores the former limit. */
async function limitStorage(page: Page, bytes?: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', bytes === undefined ? { origin } : { origin, quotaSize: bytes })
}

/** Pictures of a megabyte each. */
async function keepPictures(page: Page, account: string, count: number): Promise<void> {
  await page.evaluate(
    async ([name, count]) => {
      const cache = await caches.open(name)
      for (let n = 0; n < count; n += 1) {
        const body = crypto.getRandomValues(new Uint8Array(65_536))
        const picture = new Blob(Array.from({ length: 16 }, () => body))
        await cache.put(`/media/${n}`, new Response(picture, { headers: { 'content-length': String(picture.size) } }))
      }
    },
    [`media-${account}`, count] as const,
  )
}

function countPictures(page: Page, account: string): Promise<number> {
  return page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, `media-${account}`)
}
