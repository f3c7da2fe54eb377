import { Line } from '../fixtures/line.ts'
import { ApiClient, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'
import { wholeConversation } from '../fixtures/whole-conversation.ts'
import { Worker } from '../fixtures/worker.ts'
import { writeMany } from '../fixtures/write-many.ts'

const QUEUED = 60
const ROUNDS = 5

test('with no tab open the service worker sends what waits, once and in order', async ({ server, newDevice }) => {
  test.setTimeout(240_000)
  // A worker that the browser starts anew may be on its way before it is told to be offline.
  const line = await Line.to(server)
  const device = await newDevice(line)
  let page = await device.open()
  await logIn(page, 'fan2')
  const conversation = await openConversation(page, 'Ines Okafor')
  const api = await ApiClient.logIn(server, 'fan2')
  const arrived = async () =>
    (await wholeConversation(api, conversation)).map(({ text }) => text).filter((text) => text.startsWith('asleep '))
  const written: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    line.cut()
    await device.setOffline(true)
    const texts = Array.from({ length: QUEUED / ROUNDS }, (_, n) => `asleep ${round}, ${n}`)
    await writeMany(page, texts)
    written.push(...texts)
    await page.goto('about:blank')
    expect(await arrived()).toEqual(written.slice(0, -texts.length))
    line.restore()
    await device.setOffline(false)
    const worker = await Worker.of(page)
    await worker.wake()
    await worker.detach()
    await expect.poll(arrived, { timeout: 30_000 }).toEqual(written)
    expect(device.context.pages().map((open) => open.url())).toEqual(['about:blank'])
    await page.goto(`/messages/${conversation}`)
    await expect(messages(page).filter({ hasText: written.at(-1) ?? '' })).toContainText('Sent')
  }
  await send(page, 'asleep no more')
  await expect(messages(page).filter({ hasText: 'asleep no more' })).toContainText('Sent')
  page = await device.context.newPage()
  await page.goto('/outbox')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  expect(await arrived()).toEqual([...written, 'asleep no more'])
  await line.remove()
})
