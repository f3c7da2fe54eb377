import type { Locator, Page } from 'playwright/test'
import { accountOn, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

type Row = { _id: string; conversationId: string; seq: number; text: string }

test('a thread ends exactly where the device lacks messages, and exactly those are fetched', async ({ newPage }) => {
  const page = await newPage()
  const { conversationId, account, from, to } = await threadWithHole(page)
  await page.reload()
  await expect(messages(page).last()).toBeVisible()
  const line = lineAt(page)
  await expect(async () => {
    await toTop(page)
    await expect(line).toBeInViewport({ timeout: 300 })
  }).toPass()
  const above = (await rowsOf<Row>(page, account, 'messages')).find(
    (row) => row.conversationId === conversationId && row.seq === to + 1,
  )
  await expect(messages(page).first()).toContainText(above?.text ?? 'not there')

  const fetched = page.waitForRequest((request) => request.url().includes(`/messages/conversations/${conversationId}`))
  await page.context().setOffline(false)
  const { searchParams } = new URL((await fetched).url())
  expect([searchParams.get('before'), searchParams.get('limit')]).toEqual([String(to + 1), String(to - from + 1)])
  await expect(line).toBeHidden()
})

test('a found message that cannot be reached opens the thread where it ends, and it is said why', async ({
  newPage,
}) => {
  const page = await newPage()
  const { conversationId, from, to } = await threadWithHole(page)
  await page.goto(`/messages/${conversationId}?at=${from - 20}`)
  await expect(lineAt(page)).toBeInViewport()
  await page.context().setOffline(false)
  await expect(lineAt(page)).toBeHidden()
  await page.goto(`/messages/${conversationId}?at=${to}`)
  await expect(page.locator('[data-found]')).toBeInViewport()
})

function lineAt(page: Page): Locator {
  return page.getByText('Older messages load when you are back online.')
}

type Hole = { conversationId: string; account: string; from: number; to: number }

/** A thread of which the device, offline, has more than what it opens with, but for some messages that it lacks. */
async function threadWithHole(page: Page): Promise<Hole> {
  await logIn(page, 'fan1')
  const conversationId = await openConversation(page, 'Mara Lindqvist')
  await expect(messages(page).first()).toBeVisible()
  const account = await accountOn(page)
  const heldFrom = async () => {
    const rows = await rowsOf<Row>(page, account, 'messages')
    const seqs = rows.filter((row) => row.conversationId === conversationId).map(({ seq }) => seq)
    return Math.min(...seqs)
  }
  const newest = (await heldFrom()) + 49
  await expect(async () => {
    await toTop(page)
    expect(await heldFrom()).toBeLessThan(newest - 130)
  }).toPass()

  const [to, from] = [newest - 70, newest - 80]
  // Before the hole is made: an open thread that notices one has it filled at once.
  await page.context().setOffline(true)
  await page.evaluate(forget, { database: `vesper-${account}`, conversationId, from, to })
  return { conversationId, account, from, to }
}

function toTop(page: Page): Promise<void> {
  return page.getByRole('log').evaluate((log) => {
    log.scrollTop = 0
  })
}

type Gap = { database: string; conversationId: string; from: number; to: number }

/** Takes messages away from this device, as an eviction does. */
function forget({ database, conversationId, from, to }: Gap): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const transaction = db.transaction('messages', 'readwrite')
      const index = transaction.objectStore('messages').index('[conversationId+seq]')
      const range = IDBKeyRange.bound([conversationId, from], [conversationId, to])
      index.openCursor(range).onsuccess = ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
        cursor?.delete()
        cursor?.continue()
      }
      transaction.oncomplete = () => resolve(db.close())
      transaction.onerror = () => reject(transaction.error)
    }
  })
}
