import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { root } from '../../../tools/run.ts'
import { beginConversation, newFan } from '../fixtures/newcomer.ts'
import { accountOn, logIn, messages } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('a photo that is deleted elsewhere leaves the device with the next contact, its cache included', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const conversation = await beginConversation(server, { fan, creator: 'creator3', texts: ['hello'] })
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username, `/messages/${conversation}`)
  await expect(messages(page).last()).toContainText('hello')
  await page.setInputFiles('input[type=file]', join(root, 'client/public/icons/icon-512.png'))
  await page.getByRole('textbox', { name: 'Message' }).fill('a photo to regret')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const message = messages(page).filter({ hasText: 'a photo to regret' })
  await expect(message).toContainText('Sent')
  // Until then it is shown from the bytes that were attached.
  await page.reload()
  await expect(message.getByRole('img').last()).toBeVisible()
  const account = await accountOn(page)
  await expect.poll(() => keptPhotos(page, account)).toHaveLength(1)

  await page.context().setOffline(true)
  const sent = (await fan.api.messages(conversation)).find(({ text }) => text === 'a photo to regret')
  await fan.api.delete(`/messages/${sent?._id}`)
  await page.reload()
  await expect(message.getByRole('img').last()).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => keptPhotos(page, account), { timeout: 15_000 }).toEqual([])
  await expect(message).toHaveCount(0)
})

/** The photos of messages that the service worker keeps for an account. */
function keptPhotos(page: Page, account: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys()
    return keys.map(({ url }) => url).filter((url) => /\/(original|thumbnail)$/.test(url))
  }, `media-${account}`)
}
