import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn, speak } from '../fixtures/steps.ts'
import { countTaps } from '../fixtures/taps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const SECRET = 'The recipe: forty-two of ash, twenty-eight of feldspar.'
const TEXT = `My ash glaze, after nine years in a drawer, and why it took me all of them to write it down. ${SECRET}`
const phone = { viewport: { width: 390, height: 844 } }

test('a fan with an empty wallet opens a post over a broken line, in four taps, and on a second device too', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: TEXT, access: 'paid', price: 30 })
  const fan = await newFan(server, { follows: [creator.username] })
  const [device, other] = [await newDevice(server, phone), await newDevice(server)]
  const [page, watching] = await Promise.all([device.open(), other.open()])
  const path = `/posts/${_id}`
  await Promise.all([logIn(page, fan.username, path), logIn(watching, fan.username, path)])
  const { tap, taps } = countTaps()

  await tap(() => page.getByRole('button', { name: 'Unlock for 30 tokens ($1.50)' }).click())
  const sheet = page.getByRole('dialog', { name: 'Buy' })
  await expect(sheet).toContainText('You need 30 more tokens. ($1.50)')
  const topUp = sheet.getByRole('button', { name: 'Top up 100 tokens', description: '$5.00' })
  await expect(topUp).toBeVisible()
  await expectAccessible(page)
  await device.setOffline(true)
  await expect(sheet).toContainText('Nothing is charged while you are offline.')
  await expect(topUp).toHaveCount(0)
  await device.setOffline(false)

  // A pay page that is left leads back, and nothing is half done.
  await topUp.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(({ pathname }) => pathname === path)
  await expect(sheet).toContainText('The last payment is not finished. Nothing was charged so far.')

  // So does the browser's Back button.
  await topUp.click()
  await page.waitForURL(/\/sandbox\/pay\//)
  await page.goBack()
  await expect(sheet).toContainText('The last payment is not finished. Nothing was charged so far.')

  await tap(() => topUp.click())
  await tap(() => page.getByRole('button', { name: 'Pay', exact: true }).click())
  await page.waitForURL(({ pathname }) => pathname === path)
  await tap(() => sheet.getByRole('button', { name: 'Pay 30 tokens' }).click())
  for (const one of [page, watching]) await expect(one.getByText(SECRET)).toBeVisible()
  expect(taps()).toBe(4)
  expect(await paidBy(fan)).toEqual(['feed 30', 'top-up 500 paid'])
})

test('a tip is left for a pay page in one tab, and goes on with its words in another, to the creator', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const fan = await newFan(server, { follows: [creator.username] })
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, `/${creator.username}`)
  await page.getByRole('button', { name: `More about ${creator.name}` }).click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  const sheetOf = (shown: Page) => shown.getByRole('dialog', { name: `Send a tip to ${creator.name}` })
  await sheetOf(page).getByRole('textbox', { name: 'Tokens' }).fill('60')
  await sheetOf(page).getByRole('textbox', { name: 'Message' }).fill('For the fog, with thanks')
  await sheetOf(page).getByRole('button', { name: 'Top up 100 tokens' }).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  const payPage = page.url()
  await page.close()

  const second = await device.context.newPage()
  await second.goto(payPage)
  await second.getByRole('button', { name: 'Pay', exact: true }).click()
  const sheet = sheetOf(second)
  await expect(sheet.getByRole('textbox', { name: 'Message' })).toHaveValue('For the fog, with thanks')
  await sheet.getByRole('button', { name: 'Send 60 tokens' }).click()
  await expect(sheet).toHaveCount(0)
  expect(await paidBy(fan)).toEqual(['tip 60', 'top-up 500 paid'])
  const sales = await creator.api.get<object>('/performer/earning/search')
  expect(JSON.stringify(sales)).toContain('For the fog, with thanks')
})

test('with a saved card a post opens in three taps on a desktop in Arabic, two of them payments', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: TEXT, access: 'paid', price: 30 })
  const fan = await newFan(server, { follows: [creator.username] })
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username, '/cards')
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('list', { name: 'Cards' }).getByRole('listitem')).toHaveCount(1)
  await page.goto(`/posts/${_id}`)
  await speak(page, 'ar')
  const { tap, taps } = countTaps()
  await tap(() => page.getByRole('button', { name: /^افتح مقابل/ }).click())
  const sheet = page.getByRole('dialog')
  await expectAccessible(page)
  await tap(() => sheet.getByRole('button', { name: /^اشحن/ }).first().click())
  await tap(() => sheet.locator('[data-pays]:not(:disabled)').click())
  await expect(page.getByText(SECRET)).toBeVisible()
  expect(taps()).toBeLessThanOrEqual(4)
  expect(await paidBy(fan)).toEqual(['feed 30', 'top-up 500 paid'])
})

type Charges = { data: { type: string; tokens: number }[] }
type Payments = { data: { kind: string; amount: number; status: string }[] }

/** Everything that moved money: a page that was left has none. */
async function paidBy({ api }: Awaited<ReturnType<typeof newFan>>): Promise<string[]> {
  const charges = await api.get<Charges>('/wallet/charges/search')
  const payments = await api.get<Payments>('/payment/transactions/user/search')
  return [
    ...charges.data.map(({ type, tokens }) => `${type} ${tokens}`),
    ...payments.data
      .filter(({ status }) => status !== 'expired')
      .map(({ kind, amount, status }) => `${kind} ${amount} ${status}`),
  ].toSorted()
}
