import { accountOn, logIn, openConversation, send } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('a browser that has removed everything is told of, with what was unsent', async ({ server, newDevice }) => {
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan1')
  const account = await accountOn(page)
  await openConversation(page, 'Teo Almeida')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await device.setOffline(true)
  for (const text of ['never sent', 'nor this']) await send(page, text)
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `vesper-unsent:${account}`)).toBe('2')
  // A page of the same origin that works offline and is not the app.
  await page.goto('/icons/icon-192.png')
  await page.evaluate(async (id) => {
    await new Promise((resolve) => (indexedDB.deleteDatabase(`vesper-${id}`).onsuccess = resolve))
    await caches.delete(`vesper-unsent-${id}`)
  }, account)

  await page.goto('/messages')
  const told = page.getByText('2 changes that you made here may not have been sent')
  await expect(told).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(told).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(told).toHaveCount(0)
})
