import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { restingPlace } from '../fixtures/resting-place.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

for (const [screen, viewport] of Object.entries(viewports)) {
  test(`Back and a reload return to the same post, on every list of posts of a ${screen}`, async ({
    server,
    newPage,
  }) => {
    const creator = await newCreator(server)
    const fan = await newFan(server, { follows: [creator.username] })
    for (let n = 1; n <= 30; n += 1) {
      const text = `post number ${n} of thirty${'\nand one line more'.repeat(n % 7)}`
      const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text })
      await fan.api.post('/reactions', { action: 'bookmark', objectType: 'feed', objectId: _id })
    }
    const page = await newPage({ viewport })
    await logIn(page, fan.username, '/home')
    await expectToReturn(page, 'Posts')
    await go(page, `/${creator.username}`)
    await expectToReturn(page, 'Posts')
    await go(page, '/bookmarks')
    await expectToReturn(page, 'Bookmarks')

    const stranger = await newPage({ viewport })
    await stranger.goto(`/${creator.username}`)
    await expectToReturn(stranger, 'Posts')
  })
}

/** Scrolls to a post far down, opens it, and comes back: by the history, then by a reload. */
async function expectToReturn(page: Page, list: string): Promise<void> {
  const post = page
    .getByRole('list', { name: list })
    .getByRole('article')
    .filter({ hasText: 'post number 7 of thirty' })
  while ((await post.count()) === 0) {
    await page.mouse.wheel(0, 1_500)
    await page.waitForTimeout(50)
  }
  await post.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 150)
  await page.evaluate(restingPlace)
  const link = post.getByRole('link', { name: /ago|minute|now/ })
  // The header of the page may cover the link: a click would scroll first.
  await link.hover()
  await page.evaluate(restingPlace)
  const place = await placeOf(page)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Post', level: 1 })).toBeVisible()
  await page.goBack()
  await expect.poll(() => placeOf(page)).toBeCloseTo(place, -1)
  await page.reload()
  await expect.poll(() => placeOf(page)).toBeCloseTo(place, -1)
}

/** How far below the top of the window the post begins. */
function placeOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const posts = [...document.querySelectorAll('[role=list] article')]
    const post = posts.find(({ textContent }) => textContent.includes('post number 7 of thirty'))
    return post?.getBoundingClientRect().top ?? NaN
  })
}
