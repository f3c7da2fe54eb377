import type { Page } from 'playwright/test'
import { accountOn, go, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

test('a screen on which nothing happens moves nothing: what moves out of sight costs battery, too', async ({
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  const conversationId = await openConversation(page, 'Mara Lindqvist')
  await expect(messages(page).first()).toBeVisible()
  const held = (await rowsOf<{ seq: number }>(page, await accountOn(page), 'messages')).map(({ seq }) => seq)
  expect(Math.max(...held), 'there is more to read above').toBeGreaterThan(held.length)
  const paths = ['/home', '/messages', '/creator1', '/following', '/bookmarks', '/cart', '/outbox', '/device']
  for (const path of [`/messages/${conversationId}`, ...paths, '/user/account']) {
    await go(page, path)
    await expect(page.getByRole('main')).not.toBeEmpty()
    await expect.poll(() => movedOn(page, 700), { message: path }).toEqual([])
  }
})

/** The names of elements that were animated in any frame of so many milliseconds. */
function movedOn(page: Page, ms: number): Promise<string[]> {
  return page.evaluate(async (ms) => {
    const moved = new Set<string>()
    for (const until = performance.now() + ms; performance.now() < until;) {
      await new Promise(requestAnimationFrame)
      for (const animation of document.getAnimations())
        if (animation.playState === 'running')
          moved.add(animation instanceof CSSAnimation ? animation.animationName : 'transition')
    }
    return [...moved]
  }, ms)
}
