import type { Page } from 'playwright/test'
import { giveTokens, newCreator, newFan } from '../fixtures/newcomer.ts'
import { go, logIn, messages, openConversation, speak } from '../fixtures/steps.ts'
import { countTaps } from '../fixtures/taps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { wordsOf } from '../fixtures/words.ts'

const SECRET = 'The recipe: forty-two of ash, twenty-eight of feldspar.'
const TEXT = `My ash glaze, after nine years in a drawer, and why it took me all of them to write it down. ${SECRET}`
const WORDS = 'Read it twice on the night bus'
const ANSWER = 'شكراً، هذا يعني لي الكثير'
const phone = { viewport: { width: 390, height: 844 } }

test('a fan sees what things cost and pays; the creator hears of it in Arabic, and answers a tip in one tap and without a line', async ({
  server,
  newDevice,
}) => {
  const inArabic = wordsOf('ar')
  const creator = await newCreator(server)
  await creator.api.post('/performer/feeds', { text: TEXT, access: 'paid', price: 30 })
  const fan = await newFan(server, { follows: [creator.username] })
  await giveTokens(server, fan, 100)
  const [desktop, handheld] = [await newDevice(server), await newDevice(server, phone)]
  const [page, studio] = await Promise.all([desktop.open(), handheld.open()])
  await Promise.all([logIn(page, fan.username, `/${creator.username}`), logIn(studio, creator.username, '/home')])
  await speak(studio, 'ar')
  const { tap, taps } = countTaps()

  // The price stands in tokens and in money before anything is opened.
  await tap(() => page.getByRole('button', { name: 'Unlock for 30 tokens ($1.50)' }).click())
  await tap(() => page.getByRole('dialog', { name: 'Buy' }).getByRole('button', { name: 'Pay 30 tokens' }).click())
  await expect(page.getByText(SECRET)).toBeVisible()
  expect(taps()).toBe(2)

  await page.getByRole('button', { name: `More about ${creator.name}` }).click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  const sheet = page.getByRole('dialog', { name: `Send a tip to ${creator.name}` })
  await sheet.getByRole('textbox', { name: 'Tokens' }).fill('20')
  await expect(sheet).toContainText('$1.00')
  await sheet.getByRole('textbox', { name: 'Message' }).fill(WORDS)
  await desktop.setOffline(true)
  await expect(sheet).toContainText('Nothing is charged while you are offline.')
  await desktop.setOffline(false)
  await sheet.getByRole('button', { name: 'Send 20 tokens' }).click()
  await expect(sheet).toHaveCount(0)

  // The creator hears of both at once, with the words, and keeps them without a line.
  await go(studio, '/notifications')
  const notices = studio.locator('[data-notice]')
  await expect(notices.nth(0)).toContainText(WORDS)
  await expect(notices.nth(0)).toContainText(fan.name)
  // A time of day is no price.
  await expect(notices.filter({ hasText: /[^:\d]30 / })).toHaveCount(1)
  await expectAccessible(studio)
  await handheld.setOffline(true)
  await studio.reload()
  await expect(notices.nth(0)).toContainText(WORDS)
  await studio.getByRole('button', { name: inArabic('Reply'), exact: true }).click()
  await studio.waitForURL(/\/messages\/[0-9a-f-]{36}/)
  await expect(studio.getByRole('log')).toContainText(WORDS)
  await studio.getByRole('textbox', { name: inArabic('Message'), exact: true }).fill(ANSWER)
  await studio.getByRole('button', { name: inArabic('Send'), exact: true }).click()
  await expect(studio.getByRole('log')).toContainText(ANSWER)
  await handheld.setOffline(false)

  await openConversation(page, creator.name)
  await expect(messages(page).filter({ hasText: WORDS })).toHaveCount(1)
  await expect(messages(page).filter({ hasText: ANSWER })).toHaveCount(1)
  await expectEarned(studio)
  await go(page, '/purchases')
  await expect(page.getByRole('main')).toContainText(/Post by .* 30 tokens \(\$1\.50\)/)
})

/** The site keeps its share of 50 tokens at $0.05. */
async function expectEarned(studio: Page): Promise<void> {
  await go(studio, '/creator/overview')
  await expect(studio.getByRole('main')).toContainText(/[2٢][.٫][0٠][0٠]/)
}
