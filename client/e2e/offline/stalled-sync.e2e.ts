import type { Page } from 'playwright/test'
import { accountOn, go, logIn, openConversation, send } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('every page tells of mutations that wait over 30 s on a working connection, until they get through', async ({
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan2')
  await openConversation(page, 'Mara Lindqvist')
  const notice = page.getByRole('status').filter({ hasText: 'does not get through' })
  await page.context().route('**/api/sync', (route) => route.fulfill({ status: 503, json: {} }))
  await send(page, 'does not get through')
  await queuedEarlier(page, await accountOn(page), 10 * 60_000)

  for (const path of ['/home', '/device']) {
    await go(page, path)
    await expect(notice).toContainText(/^1 change has waited since .* and does not get through/)
    await expect(page.getByRole('status').filter({ hasText: 'offline' })).toHaveCount(0)
    await expectAccessible(page)
  }
  await notice.getByRole('link', { name: 'See unsent changes' }).click()
  await expect(page).toHaveURL('/outbox')
  await page.context().unroute('**/api/sync')
  // It may have got through by itself by now: a button to try again would be of no use.
  await page.reload()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await expect(notice).toHaveCount(0)

  // A server that takes requests and answers none cannot be reached, which the page says as well.
  await page.context().route('**/api/sync', () => new Promise(() => {}))
  await openConversation(page, 'Mara Lindqvist')
  await send(page, 'hangs')
  await expect(page.getByRole('status').filter({ hasText: 'offline' })).toBeVisible({ timeout: 30_000 })
})

/** As if everything in the outbox had been queued so much earlier. */
async function queuedEarlier(page: Page, account: string, ms: number): Promise<void> {
  await page.evaluate(
    ({ name, by }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('outbox', 'readwrite')
          const store = writing.objectStore('outbox')
          const reading = store.getAll()
          reading.onsuccess = () => {
            for (const record of reading.result as { queuedAt: string }[]) {
              store.put({ ...record, queuedAt: new Date(Date.parse(record.queuedAt) - by).toISOString() })
            }
          }
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    { name: `vesper-${account}`, by: ms },
  )
}
