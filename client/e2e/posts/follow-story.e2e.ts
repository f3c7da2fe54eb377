import { newCreator } from '../fixtures/newcomer.ts'
import { changeSetting } from '../fixtures/settings.ts'
import { NEW_PASSWORD, speak } from '../fixtures/steps.ts'
import { countTaps } from '../fixtures/taps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const desktop = { viewport: { width: 1280, height: 800 } }
const WORDS = 'The glaze behind the door'

test('a visitor in Arabic on a desktop opens a post for followers in five taps, and confirms in another tab', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: WORDS, access: 'followers' })
  const device = await newDevice(server, desktop)
  const page = await device.open()
  const { tap, taps } = countTaps()
  await changeSetting(server, 'requireEmailVerification', true)
  try {
    await page.goto(`/posts/${_id}`)
    await speak(page, 'ar')
    const way = page.getByRole('article').getByRole('link', { name: 'سجّل للمتابعة' })
    await expect(way).toBeVisible()
    await expectAccessible(page)
    await tap(() => way.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('سجّل للمتابعة')
    await page.locator('input[name=name]').fill('Noor Follows')
    await page.locator('input[name=username]').fill('noor_follows')
    await page.locator('input[name=email]').fill('noor_follows@demo.test')
    await page.locator('input[name=password]').fill(NEW_PASSWORD)
    // The line goes for a while.
    await device.setOffline(true)
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await device.setOffline(false)
    await tap(() => page.locator('button[type=submit]').click())
    await page.waitForURL(/\/auth\/verify/)

    const other = await device.context.newPage()
    await page.close()
    await other.goto('/mailbox?to=noor_follows%40demo.test')
    await tap(() => other.locator('article a[href*="/auth/verify"]').first().click())
    await other.waitForURL(/\/auth\/verify/)
    await tap(() => other.getByRole('main').locator('a[href^="/auth/login"]').first().click())
    await other.locator('input[name=username]').fill('noor_follows')
    await other.locator('input[name=password]').fill(NEW_PASSWORD)
    await tap(() => other.locator('button[type=submit]').click())
    await other.waitForURL(({ pathname }) => pathname === `/posts/${_id}`)
    await expect(other.getByRole('article')).toContainText(WORDS)
    expect(taps()).toBe(5)
  } finally {
    await changeSetting(server, 'requireEmailVerification', false)
  }
  const followers = await creator.api.get<{ data: { username: string }[] }>('/follows/followers')
  expect(followers.data.map(({ username }) => username)).toEqual(['noor_follows'])
})
