import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Device } from '../fixtures/device.ts'
import { Line } from '../fixtures/line.ts'
import { beginConversation, newFan } from '../fixtures/newcomer.ts'
import { logIn, messages, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

/** The end of LevelDB's log after a kill in the middle of a write: a record's head without its body. */
const TORN_RECORD = Buffer.from([0xde, 0xad, 0xbe, 0xef, 0x40, 0x06, 0x01])

/**
 * Chromium goes on writing behind a torn record, finds the log corrupt at the start after that, and removes all databases
 * of the site without a word (google/leveldb#1287).
 */
test('offline messages survive a browser that ruins its own databases', async ({ server, newDevice }) => {
  const fan = await newFan(server)
  const conversation = await beginConversation(server, { fan, creator: 'creator1', texts: ['before all of it'] })
  const line = await Line.to(server)
  const device = await newDevice(line)
  let page = await device.open()
  await logIn(page, fan.username, `/messages/${conversation}`)
  await expect(messages(page).first()).toBeVisible()
  await device.close()
  line.cut()

  page = await device.open()
  await page.goto(`/messages/${conversation}`)
  await send(page, 'before the kill')
  await device.kill()
  await tearLog(device)
  page = await device.open()
  await page.goto(`/messages/${conversation}`)
  await expect(messages(page).filter({ hasText: 'before the kill' })).toContainText('Waiting')
  await send(page, 'after the kill')
  await device.close()

  line.restore()
  page = await device.open()
  const back = page.waitForEvent('console', (message) => message.text().includes('what it had queued is back'))
  await page.goto(`/messages/${conversation}`)
  await back
  for (const text of ['before the kill', 'after the kill']) {
    await expect(messages(page).filter({ hasText: text })).toContainText('Sent')
  }
  await expect(page.getByText('may not have been sent')).toHaveCount(0)
  const sent = (await fan.api.messages(conversation))
    .map(({ text }) => text)
    .filter((text) => text.endsWith('the kill'))
  expect(sent).toEqual(['before the kill', 'after the kill'])
  await line.remove()
})

async function tearLog(device: Device): Promise<void> {
  const databases = join(device.profileDir, 'Default', 'IndexedDB')
  const folder = (await readdir(databases)).find((name) => name.endsWith('.indexeddb.leveldb')) ?? ''
  const log =
    (await readdir(join(databases, folder)))
      .filter((name) => name.endsWith('.log'))
      .toSorted()
      .at(-1) ?? ''
  await appendFile(join(databases, folder, log), TORN_RECORD)
}
