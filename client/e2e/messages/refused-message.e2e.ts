import { randomUUID } from 'node:crypto'
import type { Page, Response } from 'playwright/test'
import { newFan } from '../fixtures/newcomer.ts'
import { accountOn, ApiClient, go, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const REASON = 'This message id is in use already.'

type Queued = { name: string; args: { _id: string; text: string } }

test('a refused message says Failed and why, also after a reload, and is tried again, edited or discarded', async ({
  server,
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan3')
  const conversation = await openConversation(page, 'Teo Almeida')
  const article = (text: string) => messages(page).filter({ hasText: text })
  const box = page.getByRole('textbox', { name: 'Message' })

  await page.context().setOffline(true)
  for (const text of ['refused and edited', 'refused and discarded']) {
    await send(page, text)
    await takeId(server, await queuedId(page, text))
  }
  await page.context().setOffline(false)
  for (const text of ['refused and edited', 'refused and discarded']) {
    await expect(article(text)).toContainText('Failed')
    await expect(article(text)).toContainText(REASON)
  }
  await page.reload()
  await expect(article('refused and edited')).toContainText(REASON)

  // Other answers of the engine may come first: the row would still move while its neighbour is pressed.
  const retried = page.waitForResponse((answer) => isSyncOf(answer, 'refused and edited'))
  await article('refused and edited').getByRole('button', { name: 'Retry' }).click()
  await retried
  await expect(article('refused and edited')).toContainText('Failed')

  await article('refused and discarded').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(article('refused and discarded')).toHaveCount(0)

  await article('refused and edited').getByRole('button', { name: 'Edit' }).click()
  await expect(box).toHaveValue('refused and edited')
  await expect(article('refused and edited')).toHaveCount(0)
  await box.fill('refused and edited, then sent')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(article('refused and edited, then sent')).toContainText('Sent')

  await go(page, '/outbox')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  const api = await ApiClient.logIn(server, 'creator2')
  const arrived = (await api.messages(conversation)).filter(({ text }) => text.startsWith('refused'))
  expect(arrived.map(({ text }) => text)).toEqual(['refused and edited, then sent'])
})

test('a message of a conversation that could not begin stays in the outbox, where its text can be copied', async ({
  server,
  newPage,
}) => {
  const fan = await newFan(server)
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await logIn(page, fan.username, '/creator2')
  const button = page.getByRole('button', { name: /^Message/ })
  await expect(button).toBeVisible()
  await page.context().setOffline(true)
  await button.click()
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}/)
  await send(page, 'to somebody who is gone')

  await go(page, '/outbox')
  // The server refuses to begin it, as it does where the other account is gone meanwhile.
  await page.context().route('**/api/sync', async (route) => {
    const asked = route.request().postDataJSON() as { mutations: { args: { recipient?: object } }[] }
    for (const { args } of asked.mutations) if (args.recipient) Object.assign(args.recipient, { _id: randomUUID() })
    await route.continue({ postData: asked })
  })
  await page.context().setOffline(false)
  const entry = page.getByRole('listitem').filter({ hasText: 'to somebody who is gone' })
  await expect(entry).toContainText('Failed')
  await entry.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText('You can no longer write in this conversation.')).toBeVisible()
  await expect(page).toHaveURL(/\/outbox$/)
  await entry.getByRole('button', { name: 'Copy text' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('to somebody who is gone')
  await expectAccessible(page)
})

function isSyncOf(answer: Response, text: string): boolean {
  return answer.url().endsWith('/api/sync') && answer.request().postData()?.includes(text) === true
}

/** The id of a message that has not left the device. */
async function queuedId(page: Page, text: string): Promise<string> {
  const queued = await rowsOf<Queued>(page, await accountOn(page), 'outbox')
  const found = queued.find(({ name, args }) => name === 'message.send' && args.text === text)
  if (!found) throw new Error(`Nothing waits with the text ${text}.`)
  return found.args._id
}

/** Sends another message under the id, from another account, so that the server has to refuse it. */
async function takeId(server: { url: string }, _id: string): Promise<void> {
  const api = await ApiClient.logIn(server, 'fan2')
  const { data } = await api.get<{ data: { _id: string }[] }>('/conversations')
  await api.post(`/messages/conversations/${data[0]?._id}`, { _id, text: 'the id is mine' })
}
