import { SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import { giveTokens, idOf, newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const DAY_MS = 86_400_000

test('a creator pauses offline, a fan sees the paid time move, and an early end gives it back', async ({
  server,
  newDevice,
}) => {
  const [creator, fan] = [await newCreator(server), await newFan(server)]
  const performerId = await idOf(server, creator.username)
  await creator.api.put(`/performers/${performerId}`, { prices: { monthly: 500 } })
  await giveTokens(server, fan, 1000)
  const term = { type: 'monthly', price: 500, source: 'wallet', consent: SUBSCRIPTION_CONSENT }
  const bought = { _id: crypto.randomUUID(), performerId, ...term }
  const { subscription } = await fan.api.post<{ subscription: { paidThrough: string } }>(
    '/payment/subscribe/performers',
    bought,
  )
  const day = (moment: number) => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(moment)
  const paid = Date.parse(subscription.paidThrough)
  const [phone, laptop] = [
    await newDevice(server, { viewport: { width: 390, height: 844 } }),
    await newDevice(server, { viewport: { width: 1280, height: 800 } }),
  ]
  const [studio, page] = [await phone.open(), await laptop.open()]
  await logIn(page, fan.username, '/subscriptions')
  const card = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem').filter({ hasText: creator.name })
  await expect(card).toContainText(`Renews on ${day(paid)}.`)

  await logIn(studio, creator.username, '/creator/subscribers')
  const pause = studio.getByRole('region', { name: 'Pause' })
  await pause.getByRole('button', { name: 'Plan a pause' }).click()
  const plan = studio.getByRole('dialog', { name: 'Plan a pause' })
  await phone.setOffline(true)
  await plan.getByRole('spinbutton', { name: 'Days' }).fill('20')
  await expectAccessible(studio)
  await plan.getByRole('button', { name: 'Pause now' }).click()
  await expect(pause).toContainText('Begins once this device is online: 20 days')
  await phone.setOffline(false)
  await expect(pause).toContainText('Paused until', { timeout: 30_000 })
  await expect(studio.getByRole('list', { name: 'Subscribers: Active' })).toContainText(day(paid + 20 * DAY_MS))

  await expect(card).toContainText(`Renews on ${day(paid + 20 * DAY_MS)}.`, { timeout: 30_000 })
  await expect(card).toContainText(`instead of ${day(paid)}`)
  await expectAccessible(page)
  await go(page, `/${creator.username}`)
  await expect(page.getByText(`${creator.name} takes a break until`, { exact: false })).toBeVisible()

  await pause.getByRole('button', { name: 'End the pause' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'End the pause' }).click()
  await expect(pause).toContainText('Nothing is paused.', { timeout: 30_000 })
  await go(page, '/subscriptions')
  await expect(card).toContainText(`Renews on ${day(paid)}.`, { timeout: 30_000 })
})
