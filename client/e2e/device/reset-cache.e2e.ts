import type { Locator, Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn, openConversation, NEW_PASSWORD, send } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const PARTIAL = 'Offline. Lists may be incomplete on this device.'
const lists = ['/home', '/messages', '/following', '/bookmarks', '/cart']

test('emptied without a line, no page says that there is nothing; what is unsent stays, the rest comes back', async ({
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  await openConversation(page, 'Ines Okafor')
  await go(page, '/following')
  await expect(page.getByRole('list', { name: 'Following' })).toBeVisible()
  await page.context().setOffline(true)
  await openConversation(page, 'Ines Okafor')
  await send(page, 'waits through a reset')

  await resetCache(page)
  for (const path of lists) {
    await go(page, path)
    await expect(nothingYet(page)).toBeVisible()
    await expect(
      page.getByText(/You follow nobody yet|Your cart is empty|No (posts|bookmarks|conversations) yet/),
    ).toHaveCount(0)
    await expect(page.getByText(PARTIAL)).toBeVisible()
    await expectAccessible(page)
  }
  await go(page, '/outbox')
  await expect(page.getByText('waits through a reset')).toBeVisible()
  await page.context().setOffline(false)
  await go(page, '/following')
  await expect(page.getByRole('list', { name: 'Following' })).toBeVisible()
  await go(page, '/device')
  await expect(page.getByText('Up to date')).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(page.getByText(PARTIAL)).toHaveCount(0)
})

test('before a first sync, a line that is away leaves no page saying that there is nothing', async ({
  server,
  newDevice,
}) => {
  for (const [{ username }, paths] of [
    [await newFan(server), lists],
    [await newCreator(server), ['/creator/studio']],
  ] as const) {
    const page = await (await newDevice(server)).open()
    await page.route('**/api/sync', (route) => route.abort())
    await page.goto('/auth/login')
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
    for (const path of paths) {
      await go(page, path)
      await expect(nothingYet(page)).toBeVisible()
    }
  }
})

test('the studio keeps its drafts when the cache is emptied without a line', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'creator3', '/creator/studio')
  await page.getByRole('button', { name: 'Write a post' }).click()
  const text = page.getByRole('textbox', { name: 'Text of the post' })
  await text.fill('A draft that the server has.')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Saved', { timeout: 15_000 })
  const address = page.url()
  await page.context().setOffline(true)
  await text.fill('A draft that the server has. And a word that it has not.')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('On this device only')

  await resetCache(page)
  await page.goto('/creator/studio')
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText('A draft that the server has. And a word')
  await page.goto(address)
  await expect(text).toHaveValue('A draft that the server has. And a word that it has not.')
  await page.context().setOffline(false)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Saved', { timeout: 30_000 })
  await expect(text).toHaveValue('A draft that the server has. And a word that it has not.')
})

function nothingYet(page: Page): Locator {
  return page.getByRole('heading', { name: 'Nothing on this device yet' })
}

async function resetCache(page: Page): Promise<void> {
  await page.goto('/device')
  await page.getByRole('button', { name: 'Reset cache' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset cache' }).click()
  await expect(page.getByText('The cache is cleared')).toBeVisible()
}
