import type { Locator, Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

type Bookmarks = { data: { text: string; likes: number }[]; total: number }

const TEXT = 'Three hours for one cloud'
/** More than the longest page of a list. */
const MANY = 105

test('a like and a bookmark made offline outlive a reload, reach the server and the account’s other device', async ({
  server,
  newDevice,
}) => {
  const { username, api } = await newFan(server, { follows: ['creator1', 'creator2'] })
  const [device, second] = [await newDevice(server), await newDevice(server)]
  const [page, other] = [await device.open(), await second.open()]
  for (const each of [page, other]) {
    await logIn(each, username, '/home')
    await expect(toggle(post(each), 'Like')).toHaveAttribute('aria-pressed', 'false')
  }

  await device.setOffline(true)
  await toggle(post(page), 'Like').click()
  await toggle(post(page), 'Bookmark').click()
  await expect(post(page)).toContainText('Waiting')
  await expectPressed(post(page))
  await page.reload()
  await expectPressed(post(page))
  await go(page, '/bookmarks')
  await expect(post(page)).toContainText('Waiting')
  await expectAccessible(page)

  await device.setOffline(false)
  await expect(post(page)).not.toContainText('Waiting')
  await expectPressed(post(other))
  const after = await api.get<Bookmarks>('/reactions/feeds/bookmark')
  expect(after.total).toBe(1)
  expect(after.data[0]?.text).toContain(TEXT)

  await toggle(post(page), 'Bookmark').click()
  await expect(toggle(post(page), 'Bookmark')).toBeFocused()
  await expect(toggle(post(other), 'Bookmark')).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
})

test('a bookmark of a creator who is not followed is in the list as well, and stays there without a line', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const { data } = await fan.api.get<{ data: { _id: string }[] }>('/user/feeds/search/creator3')
  await fan.api.post('/reactions', { objectId: data[0]?._id, objectType: 'feed', action: 'bookmark' })
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, '/creator3')
  // Pressed again, it would go.
  await expect(page.getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible()
  const open = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Like' }) })
    .filter({ has: page.locator('button[title="Bookmark"][aria-pressed="false"]') })
  const id = await open.first().getAttribute('data-post')
  // The server does not know of it yet when it is asked for the list.
  let pass = () => {}
  const held = new Promise<void>((resolve) => (pass = resolve))
  await page.route('**/api/sync', (route) => held.then(() => route.continue()))
  const chosen = page.locator(`article[data-post="${id}"]`)
  await toggle(chosen, 'Bookmark').click()
  await expect(toggle(chosen, 'Bookmark')).toHaveAttribute('aria-pressed', 'true')
  await go(page, '/bookmarks')
  const list = page.getByRole('list', { name: 'Bookmarks' })
  await expect(list.getByRole('article').first()).toBeVisible()
  pass()
  await expect(list.getByRole('article').first()).toContainText('Ines Okafor')
  await expect(list.getByRole('article').first()).toHaveAttribute('data-post', id ?? '')
  await device.setOffline(true)
  await page.reload()
  await expect(list.getByRole('article').first()).toContainText('Ines Okafor')
})

test('more bookmarks than one answer holds are all there, without a line too', async ({ server, newDevice }) => {
  const [creator, fan] = [await newCreator(server), await newFan(server)]
  const numbers = Array.from({ length: MANY }, (_, n) => n)
  await Promise.all(
    numbers.map(async (n) => {
      const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: `number ${n} of many` })
      await fan.api.post('/reactions', { objectId: _id, objectType: 'feed', action: 'bookmark' })
    }),
  )
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, '/bookmarks')
  const list = page.getByRole('list', { name: 'Bookmarks' })
  await expect(list.getByRole('article')).toHaveCount(MANY, { timeout: 20_000 })
  await device.setOffline(true)
  await page.reload()
  await expect(list.getByRole('article')).toHaveCount(MANY)
})

function post(page: Page): Locator {
  return page.getByRole('article').filter({ hasText: TEXT })
}

function toggle(within: Locator, name: 'Like' | 'Bookmark'): Locator {
  return within.getByRole('button', { name })
}

async function expectPressed(shown: Locator): Promise<void> {
  for (const name of ['Like', 'Bookmark'] as const) {
    await expect(toggle(shown, name)).toHaveAttribute('aria-pressed', 'true')
  }
}
