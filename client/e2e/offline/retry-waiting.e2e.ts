import type { Page } from 'playwright/test'
import { go, logIn, openConversation, send } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('Retry of what merely waits tells that it is tried, then why it waits still', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan3')
  await openConversation(page, 'Teo Almeida')
  await page.context().setOffline(true)
  await send(page, 'waits for a line')
  await go(page, '/outbox')
  const entry = page.getByRole('listitem').filter({ hasText: 'waits for a line' })
  const status = page.getByRole('main').getByRole('status')

  await page.evaluate(watchTrying)
  await entry.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => wordsOfTrying(page)).toEqual({ busyButton: 'Trying…', status: 'Trying…' })
  await expect(entry).toContainText('Still waiting: this device has no connection.')
  await expect(status).toHaveText('Still waiting: this device has no connection.')
  await expectAccessible(page)

  // The network is back, and a request is on its way already; the server does not answer it, nor the next.
  const answer = Promise.withResolvers<void>()
  await page.context().route('**/api/sync', (route) => answer.promise.then(() => route.abort()))
  await page.context().setOffline(false)
  await expect(entry).toContainText('Sending')
  await expect(entry.getByRole('button', { name: 'Retry' })).toBeEnabled()
  await entry.getByRole('button', { name: 'Retry' }).click()
  await expect(entry.getByRole('button', { name: 'Trying…' })).toBeVisible()
  answer.resolve()
  await expect(entry).toContainText('Still waiting: the server does not answer.')

  await page.context().unroute('**/api/sync')
  await page.getByRole('button', { name: 'Retry all' }).click()
  await expect(page.getByText('Everything is sent')).toBeVisible()
})

declare global {
  interface Window {
    wordsOfTrying?: { busyButton?: string; status?: string }
  }
}

/** In the page, which notes by itself: an attempt without a connection is shown for less than a second. */
function watchTrying(): void {
  const words: NonNullable<typeof window.wordsOfTrying> = {}
  window.wordsOfTrying = words
  const look = () => {
    const main = document.querySelector('main')
    const button = main?.querySelector('li button[aria-busy=true]')?.textContent
    if (button) words.busyButton = button
    const status = main?.querySelector('[role=status]')?.textContent
    if (status?.startsWith('Trying')) words.status = status
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}

function wordsOfTrying(page: Page) {
  return page.evaluate(() => window.wordsOfTrying)
}
