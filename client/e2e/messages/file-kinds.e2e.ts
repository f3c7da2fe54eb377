import type { Locator } from 'playwright/test'
import { beginConversation, newCreator, newFan } from '../fixtures/newcomer.ts'
import { smallMp4 } from '../fixtures/small-mp4.ts'
import { accountOn, logIn, messages, studioOn } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

const REFUSED = 'Use an MP4, MOV, WebM or MKV video.'
const old = {
  ...{ name: 'evening.3gp', mimeType: 'video/3gpp' },
  buffer: Buffer.from('\0\0\0\u0014ftyp3gp5\0\0\0\u00003gp5', 'latin1'),
}

test('a video of a kind that the server never takes is refused when it is chosen, and nothing of it is kept', async ({
  server,
  newDevice,
  newPage,
}) => {
  const [fan, creator] = [await newFan(server), await newCreator(server)]
  const conversation = await beginConversation(server, { fan, creator: creator.username })
  const page = await newPage()
  await logIn(page, fan.username, `/messages/${conversation}`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.setInputFiles('input[type=file]', old)
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText(REFUSED)
  expect(await rowsOf(page, await accountOn(page), 'uploads')).toEqual([])

  const studio = await studioOn(await newDevice(server), creator)
  await studio.getByRole('button', { name: 'Write a post' }).click()
  await studio.setInputFiles('input[type=file]', old)
  await expect(studio.getByText(REFUSED)).toBeVisible()
  expect(await rowsOf(studio, await accountOn(studio), 'uploads')).toEqual([])
})

test('a video that the browser knows no type of arrives', async ({ server, newPage }) => {
  const [fan, creator] = [await newFan(server), await newCreator(server)]
  const conversation = await beginConversation(server, { fan, creator: creator.username })
  const page = await newPage()
  await logIn(page, fan.username, `/messages/${conversation}`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await chooseUntyped(page.locator('input[type=file]'), smallMp4(1_000))
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).last()).toContainText('Sent')
  expect(await fan.api.messages(conversation)).toMatchObject([{ files: [{ type: 'video', width: 640, height: 360 }] }])
})

/** A file whose ending says nothing to the browser; Playwright gives each one a type. */
async function chooseUntyped(input: Locator, bytes: Buffer): Promise<void> {
  await input.evaluate((element, base64) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'pier.unknown'))
    ;(element as HTMLInputElement).files = chosen.files
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, bytes.toString('base64'))
}
