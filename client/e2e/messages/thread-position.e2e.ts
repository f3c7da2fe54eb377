import type { Page } from 'playwright/test'
import { beginConversation, newFan } from '../fixtures/newcomer.ts'
import { ApiClient, conversations, go, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const thread = 'Mara Lindqvist'

test('a long thread opens at what is new and stays there while older messages come in', async ({ newPage, server }) => {
  const { page, conversationId } = await openThread(newPage)
  const creator = await ApiClient.logIn(server, 'creator1')
  await (await ApiClient.logIn(server, 'fan1')).post(`/messages/read-all/${conversationId}`, {})
  const item = conversations(page).getByRole('link').filter({ hasText: thread })
  for (const count of [1, 2, 6]) {
    await go(page, '/messages')
    for (let n = 1; n <= count; n += 1) {
      await creator.post(`/messages/conversations/${conversationId}`, { text: `unread ${n} of ${count}` })
    }
    await expect(item).toContainText(`${count} unseen message`)
    await item.click()
    await expect(messages(page).first()).toBeVisible()
    await page.waitForTimeout(500)
    await expect(page.getByText('New messages', { exact: true })).toBeInViewport({ timeout: 1 })
    await expect(messages(page).last()).toContainText(`unread ${count} of ${count}`)
    expect(await belowScreen(page)).toBeLessThanOrEqual(1)
    await expect(item).not.toContainText('unseen')
  }
})

test('at its end a thread stays there when a notice goes and when the box is emptied', async ({ newPage, server }) => {
  const { page, conversationId } = await openThread(newPage)
  await expect.poll(() => belowScreen(page)).toBeLessThanOrEqual(1)
  const full = await heightOfLog(page)

  await page.context().setOffline(true)
  await expect.poll(() => heightOfLog(page)).toBeLessThan(full)
  await page.context().setOffline(false)
  await expect.poll(() => heightOfLog(page)).toBe(full)
  expect(await belowScreen(page)).toBeLessThanOrEqual(1)

  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('1\n2\n3\n4\n5\n6')
  await expect.poll(() => heightOfLog(page)).toBeLessThan(full)
  expect(await belowScreen(page)).toBeLessThanOrEqual(1)
  await box.fill('')
  await expect.poll(() => heightOfLog(page)).toBe(full)
  expect(await belowScreen(page)).toBeLessThanOrEqual(1)

  // Not at the end, yet too near it for the way back to stand there without a reason.
  const jump = page.getByRole('button', { name: /^Jump to the newest/ })
  await page.getByRole('log').evaluate((log) => log.scrollBy(0, -150))
  await nextFrame(page)
  await page.waitForTimeout(300)
  await expect(jump).toBeHidden()
  const creator = await ApiClient.logIn(server, 'creator1')
  await creator.post(`/messages/conversations/${conversationId}`, { text: 'out of sight' })
  await expect(jump).toHaveAccessibleName(/1 new message/)
})

test('a thread at its end stays there while messages come in and the box grows and shrinks', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const before = Array.from({ length: 60 }, (_, n) => `before the box grows, ${n}.`)
  const conversationId = await beginConversation(server, { fan, creator: 'creator1', texts: before })
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username, `/messages/${conversationId}`)
  await expect(messages(page).last()).toContainText(before.at(-1) ?? '')
  await expect.poll(() => belowScreen(page)).toBeLessThanOrEqual(1)
  const creator = await ApiClient.logIn(server, 'creator1')
  const texts = Array.from({ length: 40 }, (_, n) => `while the box grows, ${n}.`)
  const sent = (async () => {
    for (const text of texts) await creator.post(`/messages/conversations/${conversationId}`, { text })
  })()
  const box = page.getByRole('textbox', { name: 'Message' })
  for (let n = 0; n < 30; n += 1) {
    await box.fill(n % 2 ? '' : '1\n2\n3\n4\n5\n6')
    // No hand is faster than the display: of two heights in one frame the browser tells none.
    await nextFrame(page)
  }
  await sent
  await expect(messages(page).filter({ hasText: texts.at(-1) ?? '' })).toBeInViewport()
  await expect.poll(() => belowScreen(page)).toBeLessThanOrEqual(1)
})

/** The thread as fan1 sees it, on a device of its own. */
async function openThread(newPage: () => Promise<Page>): Promise<{ page: Page; conversationId: string }> {
  const page = await newPage()
  await logIn(page, 'fan1')
  return { page, conversationId: await openConversation(page, thread) }
}

/** Comes back when the next frame has been laid out. */
function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
}

/** How much of the thread is below the screen in the next frame, in CSS pixels: within a frame it may be on its way. */
async function belowScreen(page: Page): Promise<number> {
  await nextFrame(page)
  return page.getByRole('log').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)
}

function heightOfLog(page: Page): Promise<number> {
  return page.getByRole('log').evaluate((log) => log.clientHeight)
}
