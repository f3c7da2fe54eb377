import { chooseFromAccountMenu, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { isStored, tracesOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

const sent = 'canary that was sent'
const unsent = 'canary that waits'
const half = 'canary half written'
const elsewhere = 'canary in another tab'
const canaries = [sent, unsent, half, elsewhere, 'Sam Rivera', 'fan2@demo.test']

test('logging out asks about what is unsent, leaves nothing of the account, and takes other tabs along', async ({
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan2')
  await expect(page.getByRole('list').first()).toBeVisible()
  const conversation = await openConversation(page, 'Mara Lindqvist')
  await send(page, sent)
  await expect(messages(page).filter({ hasText: sent })).toContainText('Sent')
  const [form, thread] = [await page.context().newPage(), await page.context().newPage()]
  await form.goto('/user/account')
  await form.getByLabel('Name', { exact: true }).fill('Sam Rivera, edited')
  await expect.poll(() => isStored(form, 'Sam Rivera, edited')).toBe(true)
  await openConversation(thread, 'Ines Okafor')
  await thread.getByRole('textbox', { name: 'Message' }).fill(elsewhere)
  await expect.poll(() => isStored(thread, elsewhere)).toBe(true)

  await page.context().setOffline(true)
  await send(page, unsent)
  await page.getByRole('textbox', { name: 'Message' }).fill(half)
  await expect.poll(() => isStored(page, half)).toBe(true)
  const planted = await tracesOf(page, canaries)
  for (const canary of canaries) expect(planted.some((trace) => trace.startsWith(canary))).toBe(true)

  await chooseFromAccountMenu(page, 'Log out')
  const question = page.getByRole('dialog', { name: 'Some changes are not sent yet' })
  await expect(question).toContainText('1 unsent change and 3 drafts')
  await question.getByRole('button', { name: 'Send now, then log out' }).click()
  await expect(question.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(messages(page).filter({ hasText: unsent })).toContainText('Waiting')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(half)
  expect(new URL(page.url()).pathname).toBe(`/messages/${conversation}`)

  await page.context().setOffline(false)
  await expect(messages(page).filter({ hasText: unsent })).toContainText('Sent')
  await chooseFromAccountMenu(page, 'Log out')
  await expect(question).toContainText('3 drafts')
  await question.getByRole('button', { name: 'Discard and log out' }).click()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  for (const tab of [form, thread]) await tab.waitForURL((url) => url.pathname === '/auth/login')
  for (const tab of [page, form, thread]) await expect.poll(() => tracesOf(tab, canaries)).toEqual([])
})

test('messages sent while the question is open are no longer called lost', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan2')
  await openConversation(page, 'Mara Lindqvist')
  await page.context().setOffline(true)
  await send(page, 'sent behind the question')
  await chooseFromAccountMenu(page, 'Log out')
  const question = page.getByRole('dialog')
  await expect(question).toContainText('1 unsent change would be lost')
  await page.context().setOffline(false)
  await expect(question).toContainText('Everything is saved')
  await question.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/auth/login')
})

test('with nothing unsent, one choice logs out, and going back shows nothing', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan2')
  await openConversation(page, 'Mara Lindqvist')
  await chooseFromAccountMenu(page, 'Log out')
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await expect.poll(() => tracesOf(page, canaries)).toEqual([])
  await page.goto('/messages')
  await page.waitForURL((url) => url.pathname === '/auth/login')
})
