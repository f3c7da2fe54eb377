import { beginConversation, newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn, openConversation } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('a creator without a line makes a list, adds two fans and writes a note, which another device shows later', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const creator = await newCreator(server)
  const fans = [await newFan(server), await newFan(server)]
  for (const fan of fans) await beginConversation(server, { fan, creator: creator.username, texts: ['Hello'] })
  const [one, other] = fans.map(({ name }) => name) as [string, string]
  const [device, later] = [await newDevice(server), await newDevice(server)]
  const page = await device.open()
  await logIn(page, creator.username, '/creator/lists')
  await expect(page.getByText('No lists yet')).toBeVisible()
  // The dialogs of the list and of the note load once before the line is gone.
  await openConversation(page, one)
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await go(page, '/creator/lists')
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await device.setOffline(true)
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'Name of the list' }).fill('Regulars')
  await page.getByRole('button', { name: 'Save list' }).click()
  await expect(page.getByRole('heading', { name: 'Regulars' })).toBeVisible()
  await page.getByRole('button', { name: 'Add fans' }).click()
  for (const name of [one, other]) await page.getByRole('button', { name: `Add ${name}` }).click()
  await expect(page.getByRole('dialog').getByText('Added')).toHaveCount(2)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('list', { name: 'Fans' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: `Note about ${one}` }).click()
  await page.getByRole('textbox', { name: `Note about ${one}` }).fill('Likes the sea.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Likes the sea.')).toBeVisible()
  await expectAccessible(page)
  await device.setOffline(false)

  const second = await later.open()
  await logIn(second, creator.username, '/creator/lists')
  await expect(second.getByRole('list', { name: 'Lists' })).toContainText('2 fans', { timeout: 30_000 })
  await second.getByRole('link', { name: /Regulars/ }).click()
  await expect(second.getByRole('list', { name: 'Fans' })).toContainText('Likes the sea.')
  await expect(second.getByRole('list', { name: 'Fans' })).toContainText(other)
})
