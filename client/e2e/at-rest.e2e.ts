import type { Page } from 'playwright/test'
import { go, logIn, messages, openConversation } from './fixtures/steps.ts'
import { expect, test } from './fixtures/test.ts'

test('[REST-1] a screen on which nothing happens moves nothing: what moves out of sight costs battery, too', async ({
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  const conversationId = await openConversation(page, 'Mara Lindqvist')
  await expect(messages(page).first()).toBeVisible()
  const paths = ['/home', '/messages', '/creator1', '/following', '/bookmarks', '/cart', '/outbox', '/device']
  for (const path of [`/messages/${conversationId}`, ...paths, '/user/account']) {
    await go(page, path)
    await expect.poll(() => movingOn(page), { message: path }).toEqual([])
  }
})

/** What is animated now, by its name. */
function movingOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
  )
}
