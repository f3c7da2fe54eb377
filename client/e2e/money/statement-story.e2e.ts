import { readFile } from 'node:fs/promises'
import { giveTokens, idOf, newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('a creator downloads the statement of a month, and the device checks it without a line', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(240_000)
  const [creator, fan] = [await newCreator(ownServer), await newFan(ownServer)]
  await giveTokens(ownServer, fan, 100)
  const id = await idOf(ownServer, creator.username)
  await fan.api.post(`/wallet/charges/tip/${id}`, { _id: crypto.randomUUID(), tokens: 40 })
  await ownServer.stop()
  // The month of the sale has ended.
  await ownServer.start({ daysAhead: 32 })

  const device = await newDevice(ownServer, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await logIn(page, creator.username, '/creator/statements')
  const month = page.getByRole('list', { name: 'Statements' }).getByRole('listitem').last()
  await month.getByRole('button', { name: /^Check / }).click()
  await expect(month.getByRole('status')).toHaveText(/: signed and complete$/)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    month.getByRole('button', { name: /^JSON of / }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('"kind": "sale"')

  await device.setOffline(true)
  const check = page.getByRole('region', { name: 'Check a file' })
  const choose = (name: string, content: string) =>
    page
      .getByLabel('Statement to check')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose('statement.json', text)
  await expect(check.getByRole('status')).toHaveText(/: signed and complete$/)
  await choose('changed.json', text.replace('"tokens": 40', '"tokens": 41'))
  await expect(check.getByRole('status')).toHaveText('This statement was changed: line 2')
})
