import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { root } from '../../../tools/run.ts'
import { newFan } from '../fixtures/newcomer.ts'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

for (const { username, path } of [
  { username: 'fan3', path: '/user/account' },
  { username: 'creator2', path: '/creator/account' },
]) {
  test(`${username} sees the picture that was chosen, after a reload as well`, async ({ newPage }) => {
    const page = await newPage()
    await logIn(page, username, path)
    const before = await loadedPicture(page)

    const buffer = await readFile(join(root, 'client/public/icons/icon-512.png'))
    await page.getByLabel('Change picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await expect(page.getByText('Changes saved')).toBeVisible()
    await expect.poll(async () => [null, before].includes(await shownPicture(page))).toBe(false)
    const after = await shownPicture(page)

    await page.reload()
    await expect.poll(() => shownPicture(page)).toBe(after)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect(page.getByText('Picture removed')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    // The device shows the profile that it keeps until the server has answered.
    await expect(page.getByRole('main').locator('img[alt="Your picture"]')).toHaveCount(0)
  })
}

test('transparent pixels of a picture become white, not black', async ({ server, newPage }) => {
  const fan = await newFan(server)
  const page = await newPage()
  await logIn(page, fan.username, '/user/account')
  const buffer = Buffer.from(await page.evaluate(transparentPng), 'base64')
  await page.getByLabel('Change picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect.poll(() => shownPicture(page)).not.toBeNull()
  const corner = await page.getByRole('main').locator('img[alt="Your picture"]').evaluate(cornerOf)
  expect(Math.min(...corner)).toBeGreaterThan(250)
})

/** A picture with nothing in it, in base64. */
function transparentPng(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
  canvas.getContext('2d')?.clearRect(0, 0, 64, 64)
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

/** Red, green, blue and how opaque it is, of the first pixel. */
function cornerOf(image: Element): number[] {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  context?.drawImage(image as HTMLImageElement, 0, 0)
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
}

/** The address of the own picture, whose bytes are waited for; null where there is none. */
async function loadedPicture(page: Page): Promise<string | null> {
  await expect(page.getByRole('main').getByLabel('Change picture')).toBeAttached()
  if ((await page.getByRole('main').locator('img[alt="Your picture"]').count()) === 0) return null
  await expect.poll(() => shownPicture(page)).not.toBeNull()
  return shownPicture(page)
}

/** The address of the own picture once its bytes are there. */
async function shownPicture(page: Page): Promise<string | null> {
  const main = page.getByRole('main')
  await expect(main.getByLabel('Change picture')).toBeAttached()
  const picture = main.locator('img[alt="Your picture"]')
  if ((await picture.count()) === 0) return null
  return picture.evaluate((image) => (image instanceof HTMLImageElement && image.naturalWidth > 0 ? image.src : null))
}
