import type { Locator, Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { restingPlace } from '../fixtures/resting-place.ts'
import { accountOn, ApiClient, go, logIn } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

type Posted = { _id: string }

test('the home feed is there without a line, with its pictures, and says what is older needs one', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan1', '/home')
  await expect(posts(page).first()).toContainText('Three hours for one cloud')
  await expect(posts(page).nth(1)).toContainText('Today’s loaf went flat')
  await expect.poll(() => pictureWidth(page, 'Three hours for one cloud')).toBeGreaterThan(0)
  await expect.poll(() => pictureWidth(page, 'Today’s loaf')).toBeGreaterThan(0)
  await expectAccessible(page)

  // A second visit, so that the service worker has seen the pictures go by.
  await page.reload()
  await expect.poll(() => pictureWidth(page, 'Three hours for one cloud')).toBeGreaterThan(0)
  await expect.poll(() => isPictureKept(page, 'Three hours for one cloud')).toBe(true)
  await device.setOffline(true)
  await page.reload()
  await expect(posts(page).first()).toContainText('Three hours for one cloud')
  await expect.poll(() => pictureWidth(page, 'Three hours for one cloud')).toBeGreaterThan(0)
  await posts(page)
    .first()
    .getByRole('link', { name: /ago|yesterday/ })
    .click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Three hours for one cloud')
})

test('followers see a published post at once; a locked one gives nothing away', async ({ server, newDevice }) => {
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan1', '/home')
  await expect(posts(page).first()).toBeVisible()
  const creator = await ApiClient.logIn(server, 'creator1')
  const text = 'Come to the north pier at six, and bring nothing but the red lamp.'
  const open = await creator.post<Posted>('/performer/feeds', { text: 'Just now' })
  await expect(posts(page).first()).toContainText('Just now')

  const paid = await creator.post<Posted>('/performer/feeds', { text, access: 'paid', price: 12 })
  await expect(posts(page).first()).toContainText('This post costs 12 tokens')
  await expect(posts(page).first()).toContainText('Come to the north pier …')
  await expectAccessible(page)
  const held = await rowsOf(page, await accountOn(page), 'posts')
  expect(JSON.stringify(held)).toContain(paid._id)
  expect(JSON.stringify(held)).not.toContain('red lamp')

  for (const { _id } of [open, paid]) await creator.delete(`/performer/feeds/${_id}`)
  await expect(posts(page).first()).toContainText('Three hours for one cloud')
})

test('a creator’s page has the posts, for who follows, for who does not, and for visitors', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  await page.goto('/creator3')
  const picture = posts(page).filter({ hasText: 'Rehearsal room' }).locator('button img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(posts(page).filter({ hasText: 'Programme notes' })).toContainText('Follow to see this post')
  await logIn(page, 'fan1')
  for (const path of ['/creator1', '/creator3']) {
    await go(page, path)
    await expect(posts(page).first()).toBeVisible()
    await expectAccessible(page)
  }
  await expect(posts(page).filter({ hasText: 'Programme notes' })).toContainText('Follow to see this post')
  await device.setOffline(true)
  for (const path of ['/creator1', '/creator3']) {
    await go(page, path)
    await expect(posts(page).first()).toBeVisible()
  }
})

test('older posts come on the way down, nothing twice, and nothing jumps', async ({ server, newDevice }) => {
  const creator = await newCreator(server)
  const fan = await newFan(server, { follows: ['creator1', 'creator2', creator.username] })
  for (let n = 1; n <= 50; n += 1) await creator.api.post('/performer/feeds', { text: `post number ${n} of fifty` })
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username, '/home')
  await expect(posts(page).first()).toContainText('post number 50 of fifty')
  const seen: string[] = []
  await expect(async () => {
    await page.mouse.wheel(0, 1500)
    seen.splice(0, seen.length, ...(await posts(page).allTextContents()))
    expect(seen.join()).toContain('First snow')
  }).toPass({ intervals: [30], timeout: 60_000 })
  const numbers = seen.flatMap((text) => /post number (\d+) of fifty/.exec(text)?.[1] ?? []).map(Number)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => 50 - n))
  await expect(page.getByText('You have reached the end.')).toBeVisible()

  // New posts above do not move a reader further down.
  const before = await page.evaluate(restingPlace)
  await creator.api.post('/performer/feeds', { text: 'the fifty-first' })
  await expect(page.getByRole('button', { name: '1 new post' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(posts(page).first()).toContainText('the fifty-first')
  await expect(posts(page).first()).toBeInViewport()
})

test('seen posts of a creator who is not followed are there offline, beyond the first page too', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  for (let n = 1; n <= 25; n += 1) await creator.api.post('/performer/feeds', { text: `one of many, number ${n}.` })
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan1', `/${creator.username}`)
  const wanted = posts(page).filter({ hasText: 'one of many, number 1.' })
  await scrollTo(page, wanted)

  await device.setOffline(true)
  await page.reload()
  await expect(posts(page).first()).toContainText('one of many, number 25.')
  await scrollTo(page, wanted)
})

function posts(page: Page) {
  return page
    .getByRole('list', { name: 'Posts' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
}

/** How wide the picture of a post is in itself; 0 until it has been loaded. */
function pictureWidth(page: Page, text: string): Promise<number> {
  return pictureOf(page, text).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
}

/** The worker keeps a picture behind the answer to the page. */
function isPictureKept(page: Page, text: string): Promise<boolean> {
  return pictureOf(page, text).evaluate(async (image) => {
    const { origin, pathname } = new URL((image as HTMLImageElement).currentSrc)
    return (await caches.match(origin + pathname, { ignoreSearch: true })) !== undefined
  })
}

function pictureOf(page: Page, text: string): Locator {
  return posts(page).filter({ hasText: text }).locator('button img').first()
}

/** Scrolls down until the post is there. */
async function scrollTo(page: Page, post: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 3_000)
    await expect(post).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000 })
}
