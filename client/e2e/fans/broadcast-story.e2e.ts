import { v7 } from 'uuid'
import { beginConversation, newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a creator writes to many without a line, sends and takes it back; a fan gets one, and mutes the rest', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const creator = await newCreator(server)
  const fan = await newFan(server, { follows: [creator.username] })
  await beginConversation(server, { fan, creator: creator.username, texts: ['Hello'] })
  const device = await newDevice(server, phone)
  const page = await device.open()
  await logIn(page, creator.username, '/creator/messages')
  await expect(page.getByText('Nothing sent to many yet')).toBeVisible()
  await device.setOffline(true)
  await page.getByRole('link', { name: 'Write to many' }).click()
  await page.getByRole('textbox', { name: 'Message to many' }).fill('The new series is out')
  await expect(page.getByRole('status').filter({ hasText: 'when you are back online' })).toBeVisible()
  await expectAccessible(page)
  await page.waitForURL(/\/creator\/messages\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message to many' })).toHaveValue('The new series is out')
  await device.setOffline(false)
  await expect(page.getByText('Goes to 1', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Send to 1' }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('textbox', { name: 'Message to many' })).toHaveValue('The new series is out')

  // Planned for a moment from now, which the field of the form cannot say.
  const id = v7()
  const sendAt = new Date(Date.now() + 2_000).toISOString()
  const draft = { text: 'To all of you', include: [{ kind: 'followers' }], sendAt }
  const { version } = await creator.api.put<{ version: number }>(`/performer/broadcasts/${id}`, draft)
  await creator.api.post(`/performer/broadcasts/${id}/send`, { version, count: 1 })

  const other = await newDevice(server, phone)
  const thread = await other.open()
  await logIn(thread, fan.username, '/messages')
  await openConversation(thread, creator.name)
  await expect(messages(thread).filter({ hasText: 'To all of you' })).toBeVisible({ timeout: 30_000 })
  await expect(thread.getByText('Sent to many')).toBeVisible()
  await expectAccessible(thread)
  await other.setOffline(true)
  await thread.getByRole('button', { name: 'Mute messages to many' }).click()
  await expect(thread.getByRole('button', { name: 'Muted. Take them again' })).toBeVisible()
  await other.setOffline(false)
  await expect
    .poll(async () => (await creator.api.post<{ count: number }>('/performer/broadcasts/preview', nobodyElse)).count, {
      timeout: 30_000,
    })
    .toBe(0)
})

const nobodyElse = { include: [{ kind: 'followers' }], exclude: [], fileIds: [], price: 0 }
