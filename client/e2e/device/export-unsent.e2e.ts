import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { root } from '../../../tools/run.ts'
import { unzip } from '../../testing/unzip.ts'
import { accountOn, chooseFromAccountMenu, go, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('an unsent photo is in the copy that the device page, the outbox and logging out make', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  await openConversation(page, 'Ines Okafor')
  await page.context().setOffline(true)
  const buffer = await readFile(join(root, 'client/public/icons/icon-512.png'))
  await page.setInputFiles('input[type=file]', { name: 'evening.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('img')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('with a photo that waits')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).filter({ hasText: 'with a photo that waits' })).toContainText('Waiting')
  const kept = await keptBytes(page, await accountOn(page))

  await go(page, '/device')
  await expectCopy(page, 'Export everything unsent', kept)
  await expect(page.getByText('with every text and 1 file')).toBeVisible()
  await expectAccessible(page)
  await go(page, '/outbox')
  await expectCopy(page, 'Export', kept)
  await chooseFromAccountMenu(page, 'Log out')
  await expectCopy(page, 'Save as a file', kept)
  await expect(page.getByRole('dialog').getByText('with every text and 1 file')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await go(page, '/device')
  await dropBytes(page, await accountOn(page))
  await page.getByRole('button', { name: 'Export everything unsent' }).click()
  await expect(page.getByText('1 file could not be read on this device and is not in the copy: evening')).toBeVisible()
})

async function expectCopy(page: Page, button: string, kept: number[]): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const files = unzip(await readFile(await (await download).path()))
  const text = new TextDecoder().decode(files.get('unsent.json'))
  expect(text).toContain('with a photo that waits')
  const { files: listed } = JSON.parse(text) as { files: { path: string }[] }
  expect(listed).toHaveLength(1)
  expect([...(files.get(listed[0]?.path ?? '') ?? [])]).toEqual(kept)
}

/** The bytes that the device keeps of its only unsent file. */
function keptBytes(page: Page, account: string): Promise<number[]> {
  return inBlobs(page, { account, drop: false })
}

/** As a broken disk does. */
async function dropBytes(page: Page, account: string): Promise<void> {
  await inBlobs(page, { account, drop: true })
}

function inBlobs(page: Page, asked: { account: string; drop: boolean }): Promise<number[]> {
  return page.evaluate(
    ({ account, drop }) =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open(`vesper-${account}`)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const store = db.transaction('blobs', 'readwrite').objectStore('blobs')
          const reading = store.getAll()
          if (drop) store.clear()
          store.transaction.oncomplete = () => {
            db.close()
            const [piece] = reading.result as { bytes: ArrayBuffer }[]
            resolve(piece ? [...new Uint8Array(piece.bytes)] : [])
          }
        }
      }),
    asked,
  )
}
