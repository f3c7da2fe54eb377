import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import sharp from 'sharp'
import { root } from '../../../tools/run.ts'
import { beginConversation, newFan } from '../fixtures/newcomer.ts'
import { accountOn, ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

declare global {
  interface Window {
    /** CSS pixels. */
    seenOfRow?: { heights: number[]; belowEnd: number }
  }
}

test('a photo goes along with its message, with a line at once and without one later', async ({ server, newPage }) => {
  const fan = await newPage()
  const creator = await newPage()
  await logIn(creator, 'creator3')
  await openConversation(creator, 'Alex Morgan')
  await logIn(fan, 'fan1')
  const conversation = await openConversation(fan, 'Ines Okafor')

  await sendPhoto(fan, 'a photo at once')
  await expect(messages(fan).filter({ hasText: 'a photo at once' })).toContainText('Sent')
  await expectPhoto(creator, 'a photo at once')

  await fan.context().setOffline(true)
  await sendPhoto(fan, 'a photo for later')
  await expect(messages(fan).filter({ hasText: 'a photo for later' })).toContainText('Waiting')
  await fan.reload()
  await expect(messages(fan).filter({ hasText: 'a photo for later' })).toContainText('Waiting')
  await fan.context().setOffline(false)
  await expect(messages(fan).filter({ hasText: 'a photo for later' })).toContainText('Sent')
  await expectPhoto(creator, 'a photo for later')

  const arrived = await (await ApiClient.logIn(server, 'creator3')).messages(conversation)
  expect(arrived.filter(({ text }) => text.startsWith('a photo')).map(({ text }) => text)).toEqual([
    'a photo at once',
    'a photo for later',
  ])
})

test('a photo on its way stands as high from its first frame on as it stays, at the end of its thread', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const texts = Array.from({ length: 20 }, (_, n) => `before the photos, ${n}`)
  const conversation = await beginConversation(server, { fan, creator: 'creator3', texts })
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username, `/messages/${conversation}`)
  await expect(messages(page).last()).toContainText(texts.at(-1) ?? '')
  const shapes: [width: number, height: number][] = [
    [512, 512],
    [1600, 600],
    [300, 1200],
  ]
  for (const [width, height] of shapes) {
    await attach(
      page,
      await sharp({ create: { width, height, channels: 3, background: '#b50' } })
        .png()
        .toBuffer(),
    )
    const text = `${width} by ${height}`
    await page.evaluate(watchRow, text)
    await sendText(page, text)
    await expect(messages(page).filter({ hasText: text })).toContainText('Sent')
    const seen = await page.evaluate(() => window.seenOfRow)
    expect(seen?.heights).toHaveLength(1)
    expect(seen?.belowEnd).toBeLessThanOrEqual(1)
  }
})

test('a large photo is kept in pieces, and goes on from where the line broke off', async ({ server, newDevice }) => {
  const fan = await newFan(server)
  const conversation = await beginConversation(server, { fan, creator: 'creator3' })
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username, `/messages/${conversation}`)
  const offsets: number[] = []
  await page.route('**/api/files/part', async (route) => {
    const form = route.request().postDataBuffer()?.toString('latin1') ?? ''
    offsets.push(Number(/name="offset"\r\n\r\n(\d+)/.exec(form)?.[1]))
    await (offsets.length === 3 ? route.abort() : route.continue())
  })
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 1600, height: 1200, channels: 3, background: '#888', noise } as const
  await attach(page, await sharp({ create }).png().toBuffer())
  expect(await rowsOf(page, await accountOn(page), 'blobs')).toHaveLength(2)
  await page.reload()
  await expect(attached(page)).toBeVisible()
  await sendText(page, 'a large photo')
  await expect(messages(page).filter({ hasText: 'a large photo' })).toContainText('Sent', { timeout: 30_000 })
  // Parts grow while answers come quickly. The one that broke off is sent again, and none before it.
  const [first, second, third, again, ...others] = offsets
  expect([first, second]).toEqual([0, 256 * 1024])
  expect(again).toBe(third)
  expect([first, second, third, ...others]).toEqual([...new Set(offsets)].toSorted((a, b) => a - b))
})

test('a photo is shown days after its message came, whose link has expired since', async ({ ownServer, newDevice }) => {
  const [fan, creator] = [await (await newDevice(ownServer)).open(), await (await newDevice(ownServer)).open()]
  await logIn(fan, 'fan1')
  await openConversation(fan, 'Ines Okafor')
  await sendPhoto(fan, 'for later')
  await logIn(creator, 'creator3')
  await openConversation(creator, 'Alex Morgan')
  await expectPhoto(creator, 'for later')
  await ownServer.stop()
  await ownServer.start({ daysAhead: 3 })
  await messages(creator).filter({ hasText: 'for later' }).getByRole('img').last().click()
  const large = creator.getByRole('dialog').getByRole('img')
  await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512)
})

test('another device tells of messages that wait, until they are sent', async ({ server, newDevice }) => {
  const fan = await newFan(server)
  const conversation = await beginConversation(server, { fan, creator: 'creator3' })
  const [phone, laptop] = [await (await newDevice(server)).open(), await (await newDevice(server)).open()]
  await logIn(phone, fan.username, `/messages/${conversation}`)
  await phone.route(/messages\/private\/file/, (route) => route.abort())
  await sendPhoto(phone, 'a photo that waits')
  // The next request says that something waits.
  await phone.reload()
  await expect(messages(phone).filter({ hasText: 'a photo that waits' })).toContainText('Waiting')
  await logIn(laptop, fan.username)
  const sessions = async () => {
    await laptop.goto('/user/account')
    await laptop.getByRole('tab', { name: 'Security' }).click()
    await expect(laptop.getByText('This device', { exact: true })).toBeVisible()
    return laptop.getByText('1 change waited there.')
  }
  // The page tells what the server knew when it was opened.
  await expect(async () => expect(await sessions()).toHaveCount(1, { timeout: 1_000 })).toPass()
  await phone.unroute(/messages\/private\/file/)
  await phone.reload()
  await expect(messages(phone).filter({ hasText: 'a photo that waits' })).toContainText('Sent', { timeout: 30_000 })
  await expect(async () => expect(await sessions()).toHaveCount(0, { timeout: 1_000 })).toPass()
})

async function sendPhoto(page: Page, text: string): Promise<void> {
  await attach(page, await readFile(join(root, 'client/public/icons/icon-512.png')))
  await sendText(page, text)
}

async function attach(page: Page, buffer: Buffer): Promise<void> {
  await page.setInputFiles('input[type=file]', { name: 'evening.png', mimeType: 'image/png', buffer })
  await expect(attached(page)).toBeVisible()
}

function attached(page: Page): Locator {
  return page.getByRole('list', { name: 'Attachments' }).getByRole('img', { name: 'evening.png' })
}

async function sendText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).filter({ hasText: text })).toContainText(/Waiting|Sending|Sent/)
}

/** Notes with each frame how high the message with this text stands, and how much of the thread is below the screen. */
function watchRow(text: string): void {
  const seen: typeof window.seenOfRow = { heights: [], belowEnd: 0 }
  window.seenOfRow = seen
  const look = () => {
    if (window.seenOfRow !== seen) return
    requestAnimationFrame(look)
    const log = document.querySelector('[role=log]')
    const row = [...(log?.querySelectorAll('article') ?? [])].find(({ innerText }) => innerText.includes(text))
    if (!log || !row) return
    const { height } = row.getBoundingClientRect()
    if (seen.heights.at(-1) !== height) seen.heights.push(height)
    seen.belowEnd = log.scrollHeight - log.scrollTop - log.clientHeight
  }
  look()
}

/** The message is there, and its picture has been loaded from the server. */
async function expectPhoto(page: Page, text: string): Promise<void> {
  const picture = messages(page).filter({ hasText: text }).getByRole('img').last()
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0)
}
