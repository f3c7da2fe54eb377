import { randomUUID } from 'node:crypto'
import { newFan } from '../fixtures/newcomer.ts'
import type { Newcomer } from '../fixtures/newcomer.ts'
import { overflowOf } from '../fixtures/reflow.ts'
import { newStaff, openAs } from '../fixtures/staff.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a moderator claims a reported comment on a phone and hides it, with words that its author will read', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(120_000)
  const [author, reporter, mia] = [await newFan(server), await newFan(server), await newStaff(server, 'moderator')]
  const text = `You are bad, ${author.username}`
  const comment = await commentOf(author, text)
  const page = await (await newDevice(server, phone)).open()
  await reporter.api.post('/reports', { objectType: 'comment', objectId: comment, category: 'other', text: 'Insults' })

  await openAs(page, mia, '/desk/cases')
  const row = page.getByRole('table', { name: 'Cases' }).getByRole('row').filter({ hasText: text })
  await expect(row).toContainText('1 report')
  await expectAccessible(page)
  expect(await overflowOf(page)).toEqual([])
  await row.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText(text)
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByText('You work on this.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Decide…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide' })
  await dialog.getByRole('combobox', { name: 'Decision' }).selectOption({ label: 'Hide' })
  await dialog.getByRole('combobox', { name: 'Rule' }).selectOption({ label: 'Harassment' })
  await dialog.getByRole('textbox', { name: 'What happened' }).fill('It insults another fan.')
  await expect(dialog.getByRole('region', { name: 'The author will read' })).toContainText('It insults another fan.')
  await expectAccessible(page)
  expect(await overflowOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send decision' }).click()
  await expect(page.getByRole('region', { name: 'Decisions' })).toContainText('In effect')
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('It is hidden now.')

  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Content' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Comment' })
  await page.getByRole('searchbox', { name: 'Words, or @username' }).fill(`@${author.username}`)
  await page.getByRole('button', { name: 'Search' }).click()
  const hidden = page.getByRole('table', { name: 'Content' }).getByRole('row').filter({ hasText: text })
  await expect(hidden).toContainText('Hidden')
  await expectAccessible(page)
  expect(await overflowOf(page)).toEqual([])
})

async function commentOf({ api }: Newcomer, text: string): Promise<string> {
  const posts = await api.get<{ data: { _id: string; isOpen?: boolean }[] }>('/user/feeds/search/creator1')
  const objectId = posts.data[0]?._id
  const _id = randomUUID()
  await api.post('/comments', { _id, objectType: 'feed', objectId, text })
  return _id
}
