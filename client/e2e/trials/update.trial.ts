import { DeployedServer, versionOf } from '../fixtures/deployed-server.ts'
import { accountOn, ApiClient, logIn, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'
import { wholeConversation } from '../fixtures/whole-conversation.ts'
import { writeMany } from '../fixtures/write-many.ts'

const CREATORS = ['Mara Lindqvist', 'Teo Almeida', 'Ines Okafor']
const QUEUED = 500

test('an update with a full outbox: all of it goes out once, in order, from the next version', async ({
  newDevice,
}) => {
  test.setTimeout(300_000)
  const deployed = await DeployedServer.create()
  try {
    const device = await newDevice(deployed.server, { isNew: true })
    const page = await device.open()
    await logIn(page, 'fan1')
    const account = await accountOn(page)
    const conversations: string[] = []
    for (const name of CREATORS) conversations.push(await openConversation(page, name))
    await device.context.route('**/api/sync', (route) => route.abort())
    const written: string[][] = []
    for (const [index, conversation] of conversations.entries()) {
      written.push(Array.from({ length: Math.ceil(QUEUED / CREATORS.length) }, (_, n) => `update ${index}, ${n}`))
      await page.goto(`/messages/${conversation}`)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await writeMany(page, written[index] ?? [])
    }
    const queued = async () => (await rowsOf(page, account, 'outbox')).length
    const before = await queued()
    expect(before).toBeGreaterThanOrEqual(QUEUED)

    await deployed.deployNext()
    await page.reload()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => versionOf(page), { timeout: 30_000 }).toBe('two')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(await queued()).toBe(before)
    await device.context.unroute('**/api/sync')
    await expect.poll(queued, { timeout: 60_000 }).toBe(0)
    const api = await ApiClient.logIn(deployed.server, 'fan1')
    for (const [index, conversation] of conversations.entries()) {
      const arrived = (await wholeConversation(api, conversation)).map(({ text }) => text)
      expect(arrived.filter((text) => text.startsWith('update '))).toEqual(written[index])
    }
  } finally {
    await deployed.remove()
  }
})
