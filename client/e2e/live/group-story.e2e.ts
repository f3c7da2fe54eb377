import type { Page } from 'playwright/test'
import { clockSeconds, expectPictures, framesOn, goLive, holdConnections } from '../fixtures/live.ts'
import { giveTokens, newCreator, newFan } from '../fixtures/newcomer.ts'
import type { Newcomer } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

type Charge = { type: string; tokens: number; seconds: number | null }
const charges = async ({ api }: Newcomer) => (await api.get<{ data: Charge[] }>('/wallet/charges/search')).data
const balance = async ({ api }: Newcomer) => (await api.get<{ balance: number }>('/users/me')).balance

test('two fans begin a group show, a line that is cut costs nothing, and one leaves for the seconds alone', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  await creator.api.put('/streaming/update', { groupRate: 60, groupMinimum: 2, groupMaximum: 5 })
  const [ada, ben] = await Promise.all([newFan(server), newFan(server)])
  await Promise.all([ada, ben].map((fan) => giveTokens(server, fan, 500)))
  const devices = await Promise.all([newDevice(server, { hasCamera: true }), newDevice(server), newDevice(server)])
  const [performing, first, second] = (await Promise.all(devices.map((device) => device.open()))) as [Page, Page, Page]
  await holdConnections(first)
  await Promise.all([
    logIn(performing, creator.username, '/creator/live'),
    logIn(first, ada.username, '/home'),
    logIn(second, ben.username, '/home'),
  ])
  await performing.getByRole('combobox', { name: 'Kind' }).selectOption('A group show, paid by the minute')
  await goLive(performing, 'Six at the wheel')

  await go(first, `/live/${creator.username}`)
  await takeSeat(first, 120)
  await expect(first.getByText('The show begins once enough fans have one.', { exact: false })).toBeVisible()
  await first.getByRole('button', { name: 'Leave' }).click()
  await expect(first.getByText('You left before the show began.')).toBeVisible()
  expect(await balance(ada)).toBe(500)
  await first.getByRole('button', { name: 'Back to the show' }).click()
  await takeSeat(first, 120)
  await go(second, `/live/${creator.username}`)
  await takeSeat(second, 200)
  await Promise.all([expectPictures(first), expectPictures(second)])

  const cost = first.getByRole('status', { name: 'Running cost' })
  await expect(cost).toContainText('60 tokens a minute')
  await expect(cost).toContainText('at most 120 tokens')
  await expect.poll(() => secondsOn(first), { timeout: 20_000 }).toBeGreaterThanOrEqual(4)

  // A tunnel of ten seconds: the media end with the line.
  const before = await secondsOn(first)
  await devices[1]?.setOffline(true)
  await first.evaluate(() => {
    const { held } = globalThis as unknown as { held: RTCPeerConnection[] }
    for (const connection of held) connection.close()
  })
  await first.waitForTimeout(10_000)
  await devices[1]?.setOffline(false)
  // The pictures of the new connection are counted from nought.
  await expect(async () => {
    const seen = await framesOn(first)
    await first.waitForTimeout(500)
    expect(await framesOn(first)).toBeGreaterThan(seen)
  }).toPass()
  await expect.poll(() => secondsOn(second), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 12)

  await first.getByRole('button', { name: 'Leave' }).click()
  await expect(first.getByText('You left the show.')).toBeVisible()
  const seconds = clockSeconds(
    (await first.getByText('Both connected').locator('xpath=following-sibling::dd[1]').textContent()) ?? '',
  )
  const paid = (await charges(ada)).filter(({ type }) => type === 'stream')
  // A token a second, and no minute that is owed.
  expect(paid).toMatchObject([{ tokens: seconds, seconds }])
  expect(seconds).toBeLessThan(60)
  expect(seconds).toBeLessThanOrEqual((await lengthOf(ada)) - 8)
  await expectPictures(second)

  await performing.getByRole('button', { name: 'End stream' }).click()
  await expect(second.getByText(`${creator.name} ended the show.`)).toBeVisible()
  const [all] = await charges(ben)
  // Nothing of the other's tunnel is missing here.
  expect(await balance(ben)).toBe(500 - (all?.tokens ?? 0))
  expect(all?.seconds ?? 0).toBeGreaterThan((await lengthOf(ben)) - 8)
})

type Listed = { data: { startedAt: string; endedAt: string }[] }

/** Seconds from the beginning to the end of the fan's latest show, by the clock of the server. */
async function lengthOf({ api }: Newcomer): Promise<number> {
  const [latest] = (await api.get<Listed>('/streaming/shows/search')).data
  if (!latest) throw new Error('the fan has no show')
  return (Date.parse(latest.endedAt) - Date.parse(latest.startedAt)) / 1_000
}

async function takeSeat(page: Page, limit: number): Promise<void> {
  await page.getByRole('button', { name: 'Take a seat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take a seat' })
  await dialog.getByRole('textbox', { name: 'Pay at most (tokens)' }).fill(String(limit))
  await dialog.getByRole('button', { name: 'Take a seat' }).click()
}

/** The connected seconds that the page shows. */
async function secondsOn(page: Page): Promise<number> {
  const text = (await page.getByRole('status', { name: 'Running cost' }).textContent()) ?? ''
  return clockSeconds(/\d+:\d\d/.exec(text)?.[0] ?? '')
}
