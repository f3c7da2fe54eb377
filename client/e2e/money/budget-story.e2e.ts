import { giveTokens, idOf, newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('a fan sets a limit on a phone, sees what is left, and is stopped at it', async ({ server, newDevice }) => {
  const [creator, fan] = [await newCreator(server), await newFan(server)]
  await giveTokens(server, fan, 1000)
  const device = await newDevice(server, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await logIn(page, fan.username, '/wallet/budget')
  const day = page.getByRole('textbox', { name: 'A day', exact: true })
  await day.fill('20.00')
  await page.getByRole('button', { name: 'Save limits' }).click()
  const left = page.getByRole('status', { name: 'Left to spend' })
  await expect(left).toHaveText('$20.00 left today')
  await expectAccessible(page)

  // A token costs 5 cents.
  const id = await idOf(server, creator.username)
  await fan.api.post(`/wallet/charges/tip/${id}`, { _id: crypto.randomUUID(), tokens: 330 })
  await expect(left).toHaveText('$3.50 left today', { timeout: 30_000 })

  await go(page, `/${creator.username}`)
  await page.getByRole('button', { name: `More about ${creator.name}` }).click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  const tip = page.getByRole('dialog', { name: `Send a tip to ${creator.name}` })
  await tip.getByRole('textbox', { name: 'Tokens' }).fill('71')
  await tip.getByRole('button', { name: 'Send 71 tokens' }).click()
  await expect(tip).toContainText('This would pass your limit of $20.00 a day: $3.50 are left.')
  await tip.getByRole('link', { name: 'Your limits' }).click()

  await day.fill('50.00')
  await day.press('Enter')
  await expect(page.getByText(/^From .+: \$50\.00$/)).toBeVisible()
  await expect(left, 'a raise waits for a day').toHaveText('$3.50 left today')
  await device.setOffline(true)
  await page.reload()
  await expect(left).toHaveText('$3.50 left today')
  await expect(page.getByText('Saving limits needs a connection.')).toBeVisible()
})
