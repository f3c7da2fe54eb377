import type { Page } from 'playwright/test'
import { newCreator } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('a creator plans a post for the last evening of a month, sees it there, and moves it to the next day', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const device = await newDevice(server, { timezoneId: 'Pacific/Auckland', viewport: { width: 1024, height: 900 } })
  const page = await device.open()
  const { name, last, next } = monthAhead()
  await creator.api.post('/performer/feeds', {
    ...{ text: 'Kiln opens', access: 'public' },
    scheduledAt: await moment(page, `${last}T23:45`),
  })
  await logIn(page, creator.username, `/creator/calendar?month=${name}`)
  await expect(day(page, last)).toContainText('Goes out')
  await expect(day(page, last)).toContainText('Kiln opens')
  await expectAccessible(page)

  await day(page, last)
    .getByRole('link', { name: /Kiln opens/ })
    .click()
  await page.getByLabel('Publish at').fill(`${next}T00:15`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The editor leads back by itself.
  await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible()
  await expect
    .poll(async () => (await creator.api.get<{ data: { scheduledAt: string }[] }>('/performer/feeds')).data)
    .toMatchObject([{ scheduledAt: await moment(page, `${next}T00:15`) }])
  await go(page, `/creator/calendar?month=${next.slice(0, 7)}`)
  await expect(day(page, next)).toContainText('Kiln opens')
})

/** The cell of a day, YYYY-MM-DD. */
function day(page: Page, date: string) {
  return page.getByRole('table', { name: 'Calendar' }).locator('td', { has: page.locator(`time[datetime="${date}"]`) })
}

/** The month after the next: its name, its last day, and the day after that. */
function monthAhead(): { name: string; last: string; next: string } {
  const now = new Date()
  const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
  const next = isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1))
  const last = isoDay(Date.parse(next) - 86_400_000)
  return { name: last.slice(0, 7), last, next }
}

/** The moment of a local time of the device, ISO 8601. */
function moment(page: Page, local: string): Promise<string> {
  return page.evaluate((time) => new Date(time).toISOString(), local)
}
