import type { Page } from 'playwright/test'
import { beginConversation, newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn, NEW_PASSWORD, speak, studioOn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a photo that is shared from the gallery of a phone without a line becomes one draft, once', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const device = await newDevice(server, phone)
  const page = await studioOn(device, creator)
  await device.setOffline(true)
  await share(page, { title: 'Beach', text: 'Swam at dawn' })
  // One tap: any website could have posted it.
  await expect(page.getByText('1 file: beach.png')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make a draft' }).click()
  await page.waitForURL(/\/creator\/studio\/[0-9a-f-]{36}$/)
  const box = page.getByRole('textbox', { name: 'Text of the post' })
  await expect(box).toHaveValue('Beach\nSwam at dawn')
  await expect(page.getByRole('list', { name: 'Photos and videos' }).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(box).toHaveValue('Beach\nSwam at dawn')
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: 'Nothing is waiting here' })).toBeVisible()
  await expectAccessible(page)

  await device.setOffline(false)
  const drafts = async () => (await creator.api.get<{ data: Draft[] }>('/performer/drafts')).data
  await expect
    .poll(async () => (await drafts()).map(({ text, fileIds }) => [text, fileIds.length]), { timeout: 30_000 })
    .toEqual([['Beach\nSwam at dawn', 1]])
})

test('a link that is shared before a login waits for it, and goes into a message of a fan', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  await beginConversation(server, { fan, creator: 'creator1', texts: ['Hello'] })
  const device = await newDevice(server)
  const page = await device.open()
  await page.goto('/auth/login')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await speak(page, 'ar')
  await device.setOffline(true)
  await share(page, { text: 'https://example.test/vase' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('المشاركة على Vesper')
  await expect(page.getByText('https://example.test/vase')).toBeVisible()
  await device.setOffline(false)
  await page.getByRole('main').getByRole('link', { name: 'تسجيل الدخول' }).click()
  await page.locator('input[name=username]').fill(fan.username)
  await page.locator('input[name=password]').fill(NEW_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/share/)
  await page.getByRole('main').getByRole('list').getByRole('button').click({ timeout: 30_000 })
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/)
  await expect(page.locator('textarea')).toHaveValue('https://example.test/vase')
})

test('a link to a post is copied in two taps, also without a line', async ({ server, newDevice }) => {
  const creator = await newCreator(server)
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: 'Look', access: 'public' })
  const device = await newDevice(server, { ...phone, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await device.open()
  await logIn(page, creator.username, `/posts/${_id}`)
  await expect(page.getByRole('article')).toContainText('Look')
  await device.setOffline(true)
  await page.getByRole('article').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(`/posts/${_id}`)
})

type Draft = { text: string; fileIds: string[] }

/** Posts what the system posts when the user shares a photo and words with the installed app. */
async function share(page: Page, words: Record<string, string>): Promise<void> {
  await page.evaluate(postShared, words).catch(() => undefined)
}

async function postShared(words: Record<string, string>): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
  for (const [name, value] of Object.entries(words))
    form.append(Object.assign(document.createElement('input'), { name, value }))
  if (photo && 'title' in words) {
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
    const carried = new DataTransfer()
    carried.items.add(new File([photo], 'beach.png', { type: 'image/png' }))
    input.files = carried.files
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
