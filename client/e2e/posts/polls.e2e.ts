import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { accountOn, logIn } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

type Posted = { _id: string; votes: number[]; voters: number }

test('a vote and a bookmark made offline outlive a killed browser, and are counted once', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const poll = { question: 'Which glaze?', options: ['Blue', 'Green'] }
  const { _id } = await creator.api.post<Posted>('/performer/feeds', { text: 'Help me choose', poll })
  const fan = await newFan(server, { follows: [creator.username] })
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, '/home')
  await expect(pollOf(page).getByRole('radio')).toHaveCount(2)

  await device.setOffline(true)
  await pollOf(page).getByRole('radio', { name: 'Green' }).check()
  await pollOf(page).getByRole('button', { name: 'Vote' }).click()
  await post(page).getByRole('button', { name: 'Bookmark' }).click()
  await expect(pollOf(page)).toContainText('Waiting')
  const account = await accountOn(page)
  await expect.poll(() => rowsOf(page, account, 'outbox')).toHaveLength(2)
  await device.kill()

  const again = await device.open()
  await device.setOffline(true)
  await again.goto('/home')
  await expect(pollOf(again).getByRole('img', { name: 'Your choice' })).toBeVisible()
  await expect(pollOf(again).getByRole('button', { name: 'Vote' })).toHaveCount(0)
  await device.setOffline(false)
  const results = pollOf(again).getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results.last()).toContainText('100%', { timeout: 30_000 })
  await expect(post(again)).not.toContainText('Waiting')
  expect(await creator.api.get<Posted>(`/performer/feeds/${_id}`)).toMatchObject({ votes: [0, 1], voters: 1 })
  expect(await fan.api.get('/reactions/feeds/bookmark')).toMatchObject({ total: 1, data: [{ _id }] })
})

function post(page: Page) {
  return page.getByRole('article').filter({ hasText: 'Help me choose' })
}

function pollOf(page: Page) {
  return post(page).getByRole('group', { name: 'Which glaze?' })
}
