import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n')

test('a long post is cut at a line and leads to the rest, by its text and by the keyboard; links keep their own way', async ({
  server,
  newPage,
}) => {
  const creator = await newCreator(server)
  const fan = await newFan(server, { follows: [creator.username] })
  for (const text of [lines(10), `see https://example.com/there\n${lines(20)}`]) {
    await creator.api.post('/performer/feeds', { text })
  }
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'elsewhere' }))
  await logIn(page, fan.username, '/home')
  const long = page.getByRole('article').filter({ hasText: 'see https' })
  const short = page.getByRole('article').filter({ hasText: 'line 10' }).filter({ hasNotText: 'line 11' })
  await expect(long.getByRole('link', { name: 'Read more' })).toBeVisible()
  expect(await linesOf(page, 'see https')).toEqual({ shown: 8, whole: 21 })
  // Two lines more take no more room than the way to them.
  await expect(short).toBeVisible()
  await expect.poll(() => linesOf(page, 'line 1\n')).toEqual({ shown: 10, whole: 10 })
  await expect(short.getByRole('link', { name: 'Read more' })).toHaveCount(0)

  const opened = page.waitForEvent('popup')
  await long.getByRole('link', { name: 'example.com/there' }).click()
  await (await opened).close()
  await expect(page).toHaveURL(/\/home$/)
  await long.getByText('line 3').click({ position: { x: 20, y: 60 } })
  await expect(page).toHaveURL(/\/posts\//)
  // The address changes before the page does: until then both posts of the feed stand there.
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('line 20')
  expect(await linesOf(page, 'see https')).toEqual({ shown: 21, whole: 21 })

  await page.goBack()
  await long.getByRole('link', { name: 'Read more' }).press('Enter')
  await expect(page).toHaveURL(/\/posts\//)
})

/** How many lines of a text are to be seen, and how many it has. */
function linesOf(page: Page, begin: string): Promise<{ shown: number; whole: number }> {
  return page.evaluate((start) => {
    const text = [...document.querySelectorAll('article p')].find((one) => one.textContent.startsWith(start))
    if (!text) return { shown: 0, whole: 0 }
    const line = parseFloat(getComputedStyle(text).lineHeight)
    return { shown: Math.round(text.clientHeight / line), whole: Math.round(text.scrollHeight / line) }
  }, begin)
}
