import type { Page } from 'playwright/test'
import { faultsIn, languages, settled, wide } from '../fixtures/looks.ts'
import type { Look } from '../fixtures/looks.ts'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { answerTo, go, logIn, openConversation, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe.configure({ timeout: 180_000 })

for (const { language, looks } of languages) {
  const isArabic = language === 'ar'
  const check = (page: Page, path: string) => checkScreen(page, path, looks)
  const checkShown = (page: Page) => checkIn(page, looks)
  test.describe(isArabic ? 'right to left' : 'left to right', () => {
    test('[A11Y-1] axe finds nothing on a form with errors', async ({ newPage }) => {
      const page = await newPage({ reducedMotion: 'reduce' })
      await page.goto('/auth/register-creator')
      await speak(page, language)
      await page.locator('form button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await checkShown(page)
    })

    test('[A11Y-2] axe finds nothing on the screens of a fan without a line', async ({ newPage }) => {
      const page = await newPage({ reducedMotion: 'reduce' })
      await logIn(page, 'fan1')
      const thread = `/messages/${await openConversation(page, 'Ines Okafor')}`
      await speak(page, language)
      await go(page, '/device')
      await page.locator('summary').click()
      await checkShown(page)
      await go(page, '/creator1')
      const post = page.locator('article[data-post]').first()
      await expect(post).toBeVisible()
      const shown = `/posts/${await post.getAttribute('data-post')}`
      // The device keeps what it has shown.
      for (const path of [shown, '/cart', '/home', '/following', '/bookmarks', thread]) {
        await go(page, path)
        await settled(page)
      }
      await page.context().setOffline(true)
      // Wide enough for the list beside the thread, which names a draft in the row that is open.
      await page.setViewportSize(wide)
      await page.locator('textarea').fill('Written without a line')
      await expect(page.getByText(isArabic ? 'مسودة:' : 'Draft:')).toBeVisible()
      await checkShown(page)
      await page.locator('textarea').press('Enter')
      await expect(page.getByRole('log').getByRole('article').last()).toContainText('Written')
      await checkShown(page)
      for (const path of ['/outbox', '/cart', '/messages', '/home', '/following', '/bookmarks', '/device', shown]) {
        await check(page, path)
      }
    })

    test('[A11Y-3] axe finds nothing on the screens of a creator without a line, of an empty start and of a closed site', async ({
      server,
      newPage,
    }) => {
      const page = await newPage({ reducedMotion: 'reduce' })
      await logIn(page, 'creator1')
      await speak(page, language)
      // A draft of the demo with two versions of a sentence.
      const draft = '/creator/studio/01930000-0000-7000-8000-000000000002'
      for (const path of ['/creator/followers', '/creator/studio', draft]) {
        await go(page, path)
        await settled(page)
      }
      await page.context().setOffline(true)
      for (const path of ['/creator/studio', draft, '/creator/followers']) await check(page, path)
      await go(page, '/creator/studio/01930000-0000-7000-8000-000000000001')
      await page.getByRole('button', { name: isArabic ? 'نشر…' : 'Publish…' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkShown(page)

      // A creator's screens are a fan's and more, but for the cart.
      const { username } = isArabic ? await newCreator(server) : await newFan(server)
      const empty = await newPage({ reducedMotion: 'reduce' })
      await logIn(empty, username)
      await speak(empty, language)
      for (const path of ['/messages', '/following', '/cart', '/home', '/bookmarks']) await check(empty, path)
      if (isArabic) for (const path of ['/creator/studio', '/creator/followers']) await check(empty, path)

      const closed = await newPage({ reducedMotion: 'reduce' })
      await closed.goto('/auth/login')
      await speak(closed, language)
      await closed.route('**/api/settings/public', async (route) => {
        const response = await answerTo(route, server)
        const settings = (await response.json()) as object
        await route.fulfill({ response, json: { ...settings, maintenance: true } })
      })
      await closed.goto('/home')
      await expect(closed.locator('h1')).toBeVisible()
      await expect(closed.locator('form')).toHaveCount(0)
      await checkShown(closed)
    })
  })
}

async function checkScreen(page: Page, path: string, looks: readonly Look[]): Promise<void> {
  await test.step(path, async () => {
    await go(page, path)
    await checkIn(page, looks)
  })
}

/** Finds nothing on the open screen, in any of the looks. */
async function checkIn(page: Page, looks: readonly Look[]): Promise<void> {
  expect(await faultsIn(page, looks)).toEqual([])
}
