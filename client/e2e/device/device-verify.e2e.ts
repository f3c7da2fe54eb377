import type { Page } from 'playwright/test'
import { accountOn, conversations, go, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

test('Verify repairs damaged rows of the device, on screen too', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  const thread = await openConversation(page, 'Teo Almeida')
  const last = messages(page).last()
  const account = await accountOn(page)
  const held = await rowsOf<{ conversationId: string; seq: number; text: string }>(page, account, 'messages')
  const rows = held.filter(({ conversationId }) => conversationId === thread).toSorted((a, b) => a.seq - b.seq)
  const said = rows.at(-1)?.text || 'a last message with words'
  await expect(last).toContainText(said)
  await spoilMessages(page, account, thread)
  await page.reload()
  await expect(last).toContainText('what nobody wrote')

  const other = await page.context().newPage()
  await go(other, '/device')
  await other.getByRole('button', { name: 'Verify' }).click()
  const result = other.getByRole('status').filter({ hasText: 'was repaired' })
  await expect(result).toContainText('1 part had drifted and was repaired. Everything is as the server has it.')
  await expect(last).toContainText(said)
  await expect(page.getByText('what nobody wrote')).toHaveCount(0)
  await other.getByText('Technical details').click()
  await expect(other.getByRole('list', { name: 'Spaces' })).toContainText('repaired once')
})

test('without a line everything on the page can be read, and Verify says what it could not do', async ({ newPage }) => {
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await logIn(page, 'fan1', '/messages')
  await expect(conversations(page).getByRole('link')).not.toHaveCount(0)
  await go(page, '/device')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Everything is as the server has it.')).toBeVisible()

  await page.context().setOffline(true)
  await openConversation(page, 'Teo Almeida')
  await send(page, 'a word that stays private')
  await go(page, '/device')
  await expect(page.getByText('Only comparing with the server')).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The server could not be reached')).toBeVisible()

  await page.getByText('Technical details').click()
  await expect(page.getByRole('list', { name: 'Queue' })).toContainText('message.send')
  await expect(page.getByRole('list', { name: 'Spaces' })).toContainText('the same')
  // New log entries while the button is held leave it under the pointer.
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await page.getByRole('button', { name: 'Copy log' }).hover()
  await page.mouse.down()
  await expect(log).not.toHaveText((await log.textContent()) ?? '', { timeout: 20_000 })
  await page.mouse.up()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Vesper ')
  expect(copied).toContain('no answer from the server')
  expect(copied).not.toContain('private')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything unsent' }).click()
  expect((await download).suggestedFilename()).toMatch(/^vesper-unsent-.*\.zip$/)
})

/** Changes the texts of a conversation behind the engine's back. */
async function spoilMessages(page: Page, account: string, conversation: string): Promise<void> {
  await page.evaluate(
    ({ name, conversationId }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const writing = db.transaction('messages', 'readwrite')
          const store = writing.objectStore('messages')
          const reading = store.getAll() as IDBRequest<{ conversationId: string; text: string }[]>
          reading.onsuccess = () => {
            const rows = reading.result.filter((row) => row.conversationId === conversationId)
            for (const row of rows) store.put({ ...row, text: 'what nobody wrote' })
          }
          writing.onerror = () => reject(writing.error)
          writing.oncomplete = () => {
            db.close()
            resolve()
          }
        }
      }),
    { name: `vesper-${account}`, conversationId: conversation },
  )
}
