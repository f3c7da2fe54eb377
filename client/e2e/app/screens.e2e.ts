import type { Page } from 'playwright/test'
import { addressesOf, unmatchedRoutes } from '../../testing/screens.ts'
import type { Viewer } from '../../testing/screens.ts'
import { nameProductsLong } from '../fixtures/long-words.ts'
import type { LongWords } from '../fixtures/long-words.ts'
import { faultsIn, languages, phone, settled } from '../fixtures/looks.ts'
import type { Look } from '../fixtures/looks.ts'
import { overflowOf } from '../fixtures/reflow.ts'
import { go, logIn, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

for (const viewer of ['visitor', 'fan', 'creator'] as const) {
  test(`axe finds nothing on any screen of a ${viewer}, and no long word or wide spacing overflows 320 px`, async ({
    wordyServer: { server, words },
    newDevice,
  }) => {
    test.setTimeout(360_000)
    const page = await (await newDevice(server, { viewport: phone, reducedMotion: 'reduce' })).open()
    await nameProductsLong(page, server)
    await begin(page, viewer, words)
    const found: unknown[] = []
    for (const { language, looks } of languages) {
      await speak(page, language)
      for (const path of addressesOf(viewer, words)) found.push(...(await lookAt(page, path, looks)))
    }
    expect(found).toEqual([])
    const routes = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__?.routesByPath ?? {}))
    expect(unmatchedRoutes(routes)).toEqual({ withoutRow: [], withoutRoute: [] })
  })
}

test('a picture without a text, pale words and a wide box are found on a screen', async ({ newPage }) => {
  const page = await newPage({ viewport: phone, reducedMotion: 'reduce' })
  await page.goto('/auth/login')
  await settled(page)
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'beforeend',
        '<img src="/icons/icon-192.png" width="40" height="40"><p style="color:#777;background:#888">Pale</p>',
      )
  })
  const [{ looks }] = languages
  const ids = ['color-contrast', 'image-alt']
  expect(await faultsIn(page, looks)).toMatchObject(
    looks.flatMap(({ theme, viewport: { width } }) => ids.map((id) => ({ theme, width, id }))),
  )
  await page.setViewportSize(phone)
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<button style="width:400px">Wide</button>')
  })
  expect((await overflowOf(page)).join('\n')).toContain('control cut off')
})

/** Opens the app as the viewer. */
async function begin(page: Page, viewer: Viewer, words: LongWords): Promise<void> {
  if (viewer === 'visitor') await page.goto('/auth/login')
  else await logIn(page, words[viewer])
}

/** The faults of a page and of each of its tabs, each with its place. */
async function lookAt(page: Page, path: string, looks: readonly Look[]): Promise<object[]> {
  await page.setViewportSize(phone)
  await go(page, path)
  const faults = await faultsOf(page, looks)
  for (const tab of (await page.getByRole('tab').all()).slice(1)) {
    await page.setViewportSize(phone)
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    const name = await tab.textContent()
    faults.push(...(await faultsOf(page, looks)).map((fault) => ({ tab: name, ...fault })))
  }
  return faults.map((fault) => ({ path, ...fault }))
}

/** The parts that overflow a phone, and the violations that axe finds in each look. */
async function faultsOf(page: Page, looks: readonly Look[]): Promise<object[]> {
  await settled(page)
  const parts = await overflowOf(page)
  return [...parts.map((part) => ({ part })), ...(await faultsIn(page, looks))]
}
