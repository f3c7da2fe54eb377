import type { Page } from 'playwright/test'
import type { Device } from '../fixtures/device.ts'
import { newCreator } from '../fixtures/newcomer.ts'
import type { Newcomer } from '../fixtures/newcomer.ts'
import { go, studioOn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

type Own = { _id: string; status: string; text: string; access: string }

const box = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const discard = (page: Page) => page.getByRole('button', { name: 'Discard the changes' })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

test('an undone or discarded edit of a post does not replace another device’s save', async ({ server, newDevice }) => {
  const creator = await newCreator(server)
  const { page, _id } = await editorOf(await newDevice(server), creator, { text: 'Written first.' })
  await expect(box(page)).toHaveValue('Written first.')
  await box(page).pressSequentially('x')
  await box(page).press('Backspace')
  await expect(save(page)).toBeDisabled()
  await go(page, '/creator/studio?show=published')

  await creator.api.put(`/performer/feeds/${_id}`, { text: 'Written elsewhere.' })
  await expect(page.getByRole('tabpanel')).toContainText('Written elsewhere.', { timeout: 30_000 })
  await go(page, `/creator/studio/posts/${_id}`)
  await expect(box(page)).toHaveValue('Written elsewhere.')
  await expect(discard(page)).toBeHidden()

  await box(page).fill('Begun here.')
  await page.reload()
  await expect(box(page)).toHaveValue('Begun here.')
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await expectAccessible(page)
  await discard(page).click()
  await inDialog(page, 'Discard').press('Enter')
  await expect(box(page)).toHaveValue('Written elsewhere.')
  await expect(page.getByRole('heading', { name: 'Edit the post' })).toBeFocused()
  await expect(save(page)).toBeDisabled()
  await page.reload()
  await expect(box(page)).toHaveValue('Written elsewhere.')

  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Followers')
  await save(page).click()
  await expect.poll(() => own(creator, _id)).toMatchObject({ text: 'Written elsewhere.', access: 'followers' })
})

test('a post that is published from its editor goes out as it stands there', async ({ server, newDevice }) => {
  const creator = await newCreator(server)
  const { page, _id } = await editorOf(await newDevice(server), creator, {
    text: 'Opens at fiev.',
    scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await box(page).fill('')
  await publishNow(page)
  await expect(page.getByText('Write something, or add a photo, a video, a sound or a poll.').last()).toBeVisible()
  await expect.poll(() => own(creator, _id)).toMatchObject({ status: 'scheduled', text: 'Opens at fiev.' })

  await box(page).fill('Opens at five.')
  await publishNow(page)
  await expect(page.getByRole('tabpanel')).toContainText('Opens at five.')
  await expect.poll(() => own(creator, _id)).toMatchObject({ status: 'published', text: 'Opens at five.' })
  await go(page, `/creator/studio/posts/${_id}`)
  await expect(box(page)).toHaveValue('Opens at five.')
  await expect(discard(page)).toBeHidden()
})

test('text typed in one tab survives a save in another, and the post itself', async ({ server, newDevice }) => {
  const creator = await newCreator(server)
  const { page, _id } = await editorOf(await newDevice(server), creator, { text: 'Written first.' })
  const other = await page.context().newPage()
  await go(other, `/creator/studio/posts/${_id}`)
  await expect(box(other)).toHaveValue('Written first.')
  await box(page).fill('Typed in one tab.')
  await box(other).fill('Saved in the other.')
  await save(other).click()
  await expect(other.getByRole('tabpanel')).toContainText('Saved in the other.')
  await expect.poll(() => own(creator, _id)).toMatchObject({ text: 'Saved in the other.' })
  await other.close()
  // The save took the place of what this tab had kept; it keeps that again when it hears of the save.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Typed in one tab.')
  await page.reload()
  await expect(box(page)).toHaveValue('Typed in one tab.')

  await box(page).focus()
  await creator.api.delete(`/performer/feeds/${_id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'This post is not available' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByRole('heading', { name: 'Edit the post' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the studio' }).click()
  await expect(page.getByText('Unsaved text of a removed post:')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Typed in one tab.' }).click()
  await page.getByRole('button', { name: 'Keep the text as a new draft' }).click()
  await expect(box(page)).toHaveValue('Typed in one tab.')
})

/** Has the creator publish a post, and opens its editor. */
async function editorOf(device: Device, creator: Newcomer, post: object): Promise<{ page: Page; _id: string }> {
  const { _id } = await creator.api.post<Own>('/performer/feeds', post)
  const page = await studioOn(device, creator)
  await go(page, `/creator/studio/posts/${_id}`)
  return { page, _id }
}

function own({ api }: Newcomer, _id: string): Promise<Own> {
  return api.get<Own>(`/performer/feeds/${_id}`)
}

async function publishNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What to do with this post' }).click()
  await page.getByRole('menuitem', { name: 'Publish now…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your unsaved changes are published with it')
  await inDialog(page, 'Publish now').click()
}
