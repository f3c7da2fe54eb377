import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { answerTo, go, logIn, openConversation, speak } from '../fixtures/steps.ts'
import { endTransitions, expect, expectAccessible, test } from '../fixtures/test.ts'

type Look = { theme: 'dark' | 'light'; viewport: { width: number; height: number } }

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** A screen is opened once in each language, and looked at in both sizes and both themes. */
const languages = [
  {
    language: 'en',
    looks: [
      { theme: 'dark', viewport: wide },
      { theme: 'light', viewport: phone },
    ],
  },
  {
    language: 'ar',
    looks: [
      { theme: 'light', viewport: wide },
      { theme: 'dark', viewport: phone },
    ],
  },
] as const satisfies { language: string; looks: readonly Look[] }[]

const forVisitors = [
  '/auth/login',
  '/auth/register',
  '/auth/register-creator',
  '/auth/forgot',
  '/auth/reset?token=abcdefghijklmnopqrstuvwxyz',
  '/auth/verify?email=fan%40demo.test',
  '/creator1',
  '/nobody-of-this-name',
  '/no/such/page',
]

test.describe.configure({ timeout: 180_000 })

for (const { language, looks } of languages) {
  const isArabic = language === 'ar'
  const check = (page: Page, path: string) => checkScreen(page, path, looks)
  const checkShown = (page: Page) => checkIn(page, looks)
  test.describe(isArabic ? 'right to left' : 'left to right', () => {
    test('[A11Y-1] axe finds nothing on any screen for visitors', async ({ newPage }) => {
      const page = await newPage({ reducedMotion: 'reduce' })
      await page.goto('/auth/login')
      await speak(page, language)
      for (const path of forVisitors) await check(page, path)
      await go(page, '/auth/register-creator')
      await page.locator('form button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await checkShown(page)
    })

    test('[A11Y-2] axe finds nothing on any screen of a fan, with a line and without', async ({ newPage }) => {
      const page = await newPage({ reducedMotion: 'reduce' })
      await logIn(page, 'fan1')
      const thread = `/messages/${await openConversation(page, 'Ines Okafor')}`
      await speak(page, language)
      for (const path of ['/home', '/messages', thread, '/following', '/bookmarks', '/outbox', '/cart', '/creator1']) {
        await check(page, path)
      }
      await check(page, '/device')
      await page.locator('summary').click()
      await checkShown(page)
      await go(page, '/creator1')
      const post = page.locator('article[data-post]').first()
      await expect(post).toBeVisible()
      const shown = `/posts/${await post.getAttribute('data-post')}`
      await check(page, shown)
      await go(page, '/user/account')
      await expect(page.getByRole('tab')).toHaveCount(3)
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await checkShown(page)
      }
      await go(page, thread)
      await settled(page)
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

    test('[A11Y-3] axe finds nothing on the screens of a creator, of an empty start and of a closed site', async ({
      server,
      newPage,
    }) => {
      const page = await newPage({ reducedMotion: 'reduce' })
      await logIn(page, 'creator1')
      await speak(page, language)
      // A draft of the demo with two versions of a sentence.
      const draft = '/creator/studio/01930000-0000-7000-8000-000000000002'
      for (const path of ['/creator/account', '/creator/followers', '/creator1', '/creator/studio', draft])
        await check(page, path)
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

/** Finds nothing on what is open, in any of the looks. */
async function checkIn(page: Page, looks: readonly Look[]): Promise<void> {
  // The start of a page sets the theme that the device keeps.
  await settled(page)
  for (const { theme, viewport } of looks) {
    await page.setViewportSize(viewport)
    // Which navigation there is room for is asked with the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    // A colour that is out of sight would begin its way to the other theme when it is asked for.
    await page.evaluate(endTransitions)
    await page.evaluate((worn) => (document.documentElement.dataset['theme'] = worn), theme)
    await settled(page)
    // A phone shows a page that is wider than itself with its navigation out of sight.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    // Else the other theme would have been looked at twice.
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
  }
}

/** There is a page, and nothing on it is still on its way. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
