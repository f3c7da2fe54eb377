import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const SECRET = 'The recipe: forty-two of ash, twenty-eight of feldspar.'
const TEXT = `My ash glaze, after nine years in a drawer, and why it took me all of them to write it down. ${SECRET}`

test('a fan tops up with 3-D Secure on a phone and buys a post, which opens on a second device, and tips', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: TEXT, access: 'paid', price: 25 })
  const fan = await newFan(server, { follows: [creator.username] })
  const [phone, other] = [await newDevice(server, { viewport: { width: 390, height: 844 } }), await newDevice(server)]
  const [page, watching] = await Promise.all([phone.open(), other.open()])
  await Promise.all([logIn(page, fan.username, '/wallet'), logIn(watching, fan.username, `/posts/${_id}`)])
  await expect(unlock(watching)).toBeVisible()

  await page.getByRole('textbox', { name: 'Tokens' }).fill('100')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay with 3-D Secure' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Paid: 100 tokens are in your wallet.')).toBeVisible()
  await expect(page.getByLabel('Balance, 100 tokens')).toBeVisible()

  await go(page, `/posts/${_id}`)
  await expect(page.getByText(SECRET)).toHaveCount(0)
  await unlock(page).click()
  await page.getByRole('dialog', { name: 'Buy' }).getByRole('button', { name: 'Pay 25 tokens' }).click()
  for (const device of [page, watching]) await expect(device.getByText(SECRET)).toBeVisible()
  await expect(unlock(watching)).toHaveCount(0)

  await go(page, `/${creator.username}`)
  await page.getByRole('button', { name: `More about ${creator.name}` }).click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  const tip = page.getByRole('dialog', { name: `Send a tip to ${creator.name}` })
  await tip.getByRole('textbox', { name: 'Tokens' }).fill('20')
  await tip.getByRole('button', { name: 'Send 20 tokens' }).click()
  await expect(tip).toHaveCount(0)
  const charges = await fan.api.get<{ data: { type: string; tokens: number }[] }>('/wallet/charges/search')
  expect(charges.data.map(({ type, tokens }) => `${type} ${tokens}`).toSorted()).toEqual(['feed 25', 'tip 20'])
  await go(watching, '/wallet')
  await expect(watching.getByLabel('Balance, 55 tokens')).toBeVisible()
})

function unlock(page: Page) {
  return page.getByRole('button', { name: /^Unlock for 25 tokens \(\$/ })
}
