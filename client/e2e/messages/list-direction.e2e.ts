import type { Locator } from 'playwright/test'
import { go, logIn, openConversation, send, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const texts = {
  ltr: `Begins here ${'and goes on '.repeat(12)}and ends there`,
  rtl: `يبدأ هنا ${'ويستمر '.repeat(20)}وينتهي هناك`,
}
const languages = { en: 'ltr', ar: 'rtl' }

test('a text that is too long for the list is cut at its own end, whichever way text and list run', async ({
  newPage,
}) => {
  const page = await newPage({ viewport: { width: 420, height: 800 } })
  await logIn(page, 'fan1')
  for (const [direction, text] of Object.entries(texts)) {
    await speak(page, 'en')
    await openConversation(page, 'Teo Almeida')
    await send(page, text)
    for (const [language, listDirection] of Object.entries(languages)) {
      await speak(page, language)
      await go(page, '/messages')
      await expect(page.locator('html')).toHaveAttribute('dir', listDirection)
      // The thread that is being left has the same words.
      const words = page.getByRole('list').getByText(text)
      await expect(words).toBeVisible()
      await expect.poll(() => drawn(words)).toEqual({ direction, isCut: true, showsStart: true })
    }
  }
})

/** How a line of text stands: the box of its first character tells whether the beginning is in view. */
function drawn(words: Locator): Promise<{ direction: string; isCut: boolean; showsStart: boolean }> {
  return words.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.firstChild ?? element, 0)
    range.setEnd(element.firstChild ?? element, 1)
    const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return {
      direction: getComputedStyle(element).direction,
      isCut: element.scrollWidth > element.clientWidth,
      showsStart: first.left >= box.left - 1 && first.right <= box.right + 1,
    }
  })
}
