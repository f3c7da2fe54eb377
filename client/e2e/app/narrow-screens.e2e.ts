import type { Page } from 'playwright/test'
import { addressesOf, unmatchedRoutes } from '../../testing/screens.ts'
import type { Viewer } from '../../testing/screens.ts'
import { nameProductsLong, writeLongWords } from '../fixtures/long-words.ts'
import type { LongWords } from '../fixtures/long-words.ts'
import { overflowOf } from '../fixtures/reflow.ts'
import { go, logIn, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('no screen scrolls sideways or cuts anything off at 320 px, with long words and wide spacing', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(360_000)
  const words = await writeLongWords(ownServer)
  const found: unknown[] = []
  const page = await (await newDevice(ownServer, { viewport: { width: 320, height: 640 } })).open()
  await nameProductsLong(page, ownServer)
  for (const viewer of ['visitor', 'fan', 'creator'] as const) {
    await beginAs(page, viewer, words)
    const paths = addressesOf(viewer, words)
    for (const language of ['en', 'ar']) {
      await speak(page, language)
      for (const path of paths) found.push(...(await look(page, path)).map((each) => [viewer, language, ...each]))
    }
  }
  expect(found).toEqual([])
  const routes = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__?.routesByPath ?? {}))
  expect(unmatchedRoutes(routes)).toEqual({ withoutRow: [], withoutRoute: [] })
})

/** Puts the account in the place of the one before. */
async function beginAs(page: Page, viewer: Viewer, words: LongWords): Promise<void> {
  if (viewer === 'visitor') return void (await page.goto('/auth/login'))
  await page.goto('/api/settings/public')
  await page.context().clearCookies()
  await page.evaluate(removeSession)
  await logIn(page, words[viewer])
}

/** Resolves once no database is left: a worker may hold one open for a moment. */
async function removeSession(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(name)
      removing.onsuccess = () => resolve()
      removing.onerror = () => reject(removing.error)
    })
  }
}

/** Looks at a page, and at each of its tabs. */
async function look(page: Page, path: string): Promise<[place: string, found: string[]][]> {
  await go(page, path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const found: [string, string[]][] = [[path, await overflowOf(page)]]
  for (const tab of (await page.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    found.push([`${path} ${await tab.textContent()}`, await overflowOf(page)])
  }
  return found.filter(([, parts]) => parts.length > 0)
}
