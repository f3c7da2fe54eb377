import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { goLive, noteFrames, stageOf } from '../fixtures/live.ts'
import { giveTokens, newCreator, newFan, runAdmin } from '../fixtures/newcomer.ts'
import type { Newcomer } from '../fixtures/newcomer.ts'
import { newStaff, post } from '../fixtures/staff.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

/** The decoded pictures of a viewer who is put out end within so long, in milliseconds. */
const BAR_MS = 2_000

test('a refund, a block and the end by staff each end the pictures within two seconds, and the page says why', async ({
  server,
  newDevice,
}) => {
  // Five commands of the operator beside three browsers.
  test.setTimeout(240_000)
  const creator = await newCreator(server)
  const [ada, ben, finance] = await Promise.all([newFan(server), newFan(server), newStaff(server, 'finance')])
  await Promise.all([ada, ben].map((fan) => giveTokens(server, fan, 100)))
  const devices = await Promise.all([newDevice(server, { hasCamera: true }), newDevice(server), newDevice(server)])
  const [studio, first, second] = (await Promise.all(devices.map((device) => device.open()))) as [Page, Page, Page]
  const [firstFrame, secondFrame] = [await noteFrames(first), await noteFrames(second)]
  await Promise.all([
    logIn(studio, creator.username, '/creator/live'),
    logIn(first, ada.username, '/home'),
    logIn(second, ben.username, '/home'),
  ])
  await studio.getByRole('combobox', { name: 'Who may watch' }).selectOption('Fans with a ticket')
  await studio.getByRole('textbox', { name: 'Price of a ticket (tokens)' }).fill('25')
  await goLive(studio, 'Wheel night')
  const path = `/live/${creator.username}`
  for (const page of [first, second]) {
    await go(page, path)
    await buyTicket(page)
  }
  await Promise.all([expectFrames(firstFrame), expectFrames(secondFrame)])

  // The creator's page goes, and comes back.
  await studio.goto('about:blank')
  await expect(stageOf(first).getByRole('status', { name: 'Reconnecting' })).toBeVisible()
  await studio.goto('/creator/live')
  await expect(stageOf(first).getByRole('status', { name: 'Live' })).toBeVisible({ timeout: 40_000 })
  await Promise.all([expectFrames(firstFrame), expectFrames(secondFrame)])

  const { stream } = await creator.api.get<{ stream: { _id: string } }>(`/streaming/join/${creator.username}`)
  const askToken = ({ api }: Newcomer) =>
    api.post('/streaming/embedded/token', { streamId: stream._id, role: 'view' }).then(
      () => 'a token',
      (error: unknown) => String(error),
    )
  const ticket = (await ada.api.get<{ data: { _id: string }[] }>('/wallet/charges/search')).data[0]?._id ?? ''
  const refund = { _id: randomUUID(), reason: 'For a test.', count: 25, refunded: 0 }
  await post(server, { path: `/desk/charges/${ticket}/refund`, body: refund, token: finance.token })
  await expectEnd(first, firstFrame)
  await expect(first.getByText('Your ticket is not valid any more. You can buy another one.')).toBeVisible()
  expect(await askToken(ada)).toContain('answers 402')

  await creator.api.post('/block/users', { userId: (await ben.api.get<{ _id: string }>('/users/me'))._id })
  await expectEnd(second, secondFrame)
  await expect(second.getByText('You cannot watch this stream any more.')).toBeVisible()
  expect(await askToken(ben)).toContain('answers 404')

  await buyTicket(first)
  await expectFrames(firstFrame)
  await runAdmin(server, 'reject', creator.username, 'For a test.')
  await expectEnd(first, firstFrame)
  await expect(first.getByText('The stream was ended by the site.')).toBeVisible()
  expect(await askToken(ada)).toMatch(/answers 40[49]/)
})

async function buyTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy a ticket for 25 tokens' }).click()
  await page.getByRole('dialog', { name: 'Buy' }).getByRole('button', { name: 'Pay 25 tokens' }).click()
}

/** Waits for a picture that is decoded from now on. */
async function expectFrames(frameAt: () => Promise<number>): Promise<void> {
  const now = Date.now()
  await expect.poll(frameAt, { timeout: 30_000 }).toBeGreaterThan(now)
}

/** Expects that no picture is decoded once the time of the bar is over. */
async function expectEnd(page: Page, frameAt: () => Promise<number>): Promise<void> {
  const now = Date.now()
  await page.waitForTimeout(BAR_MS + 1_500)
  expect(await frameAt()).toBeLessThanOrEqual(now + BAR_MS)
}
