import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { accountOn, askForTime, go, logIn, publishDraft, studioOn } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

type Own = { _id: string; status: string; text: string; scheduledAt: string | null; access: string }

const box = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
const scheduled = (page: Page) => page.getByRole('list', { name: 'Scheduled posts' }).getByRole('listitem')
const published = (page: Page) => page.getByRole('list', { name: 'Published posts' }).getByRole('listitem')

test('a post that is scheduled without a line is seen, changed, published and removed by its author', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const creator = await newCreator(server)
  const follower = await newFan(server, { follows: ['creator1', creator.username] })
  const [mine, theirs] = [await newDevice(server), await newDevice(server)]
  const page = await studioOn(mine, creator)
  const own = async () => (await creator.api.get<{ data: Own[] }>('/performer/feeds?q=Tea')).data

  await mine.setOffline(true)
  await page.getByRole('button', { name: 'Write a post' }).click()
  await box(page).fill('Tea or coffee?')
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('What do you drink?')
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Tea')
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Coffee')
  await (await askForTime(page)).fill(inputTime(24))
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(scheduled(page)).toContainText('Waiting to be published')
  await page.reload()
  await expect(scheduled(page)).toContainText('Tea or coffee?')
  await expect(scheduled(page)).toContainText('Goes out on')
  await expect(scheduled(page)).toContainText('Poll')

  await mine.setOffline(false)
  await expect(scheduled(page)).not.toContainText('Waiting to be published', { timeout: 30_000 })
  await expect.poll(own).toMatchObject([{ status: 'scheduled', text: 'Tea or coffee?' }])
  await expectAccessible(page)

  await mine.setOffline(true)
  await scheduled(page).getByRole('link').click()
  await box(page).fill('Tea, coffee, or neither?')
  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Everyone')
  await page.reload()
  await expect(box(page)).toHaveValue('Tea, coffee, or neither?')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(scheduled(page)).toContainText('Tea, coffee, or neither?')
  await expect(scheduled(page)).toContainText('On this device only')
  await page.reload()
  await expect(scheduled(page)).toContainText('Tea, coffee, or neither?')
  await mine.setOffline(false)
  await expect
    .poll(own, { timeout: 30_000 })
    .toMatchObject([{ status: 'scheduled', text: 'Tea, coffee, or neither?', access: 'public' }])
  await expect(scheduled(page)).not.toContainText('On this device only')

  const fan = await theirs.open()
  await logIn(fan, follower.username, '/home')
  const shown = fan.getByRole('article').filter({ hasText: 'Tea, coffee, or neither?' })
  await expect(fan.getByRole('list', { name: 'Posts' }).getByRole('article').first()).toBeVisible()
  await expect(shown).toHaveCount(0)
  await choose(page, 'Publish now…')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Nothing is scheduled')).toBeVisible()
  await expect(fan.getByText('1 new post').or(shown).first()).toBeVisible({ timeout: 30_000 })
  await fan.reload()
  await expect(shown).toBeVisible({ timeout: 30_000 })

  await page.getByRole('tab', { name: 'Published' }).click()
  const row = published(page).filter({ hasText: 'Tea, coffee, or neither?' })
  await expect(row).toContainText('Published on')
  await expectAccessible(page)
  await choose(page, 'Archive', 'Tea, coffee')
  await expect(row).toContainText('Archived')
  await expect(shown).toHaveCount(0, { timeout: 30_000 })
  await choose(page, 'Show it again', 'Tea, coffee')
  await expect(shown).toBeVisible({ timeout: 30_000 })
  await choose(page, 'Remove…', 'Tea, coffee')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
  await expect(shown).toHaveCount(0, { timeout: 30_000 })
  const held = await rowsOf(fan, await accountOn(fan), 'posts')
  expect(JSON.stringify(held)).not.toContain('Tea, coffee')
  expect(await own()).toEqual([])
})

test('published posts are there offline, older ones come with the connection, and a refused one says why', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const creator = await newCreator(server)
  for (let n = 1; n <= 30; n += 1) await creator.api.post('/performer/feeds', { text: `post number ${n} of thirty` })
  const device = await newDevice(server)
  const page = await studioOn(device, creator)
  await page.getByRole('tab', { name: 'Published' }).click()
  await expect(published(page).first()).toContainText('number 30 of thirty')
  await device.setOffline(true)
  await page.reload()
  await expect(published(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('Older posts load when you are back online.')).toBeVisible()
  await device.setOffline(false)
  await expect(published(page).filter({ hasText: 'number 1 of thirty' })).toBeVisible({ timeout: 30_000 })

  // Removed on another device, while this one has a change of it that is not sent.
  const [gone] = (await creator.api.get<{ data: Own[] }>('/performer/feeds?q=number 29')).data
  await device.setOffline(true)
  await published(page).filter({ hasText: 'number 29' }).getByRole('link').click()
  await box(page).fill('number 29, said better')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(published(page).filter({ hasText: 'said better' })).toContainText('On this device only')
  await creator.api.delete(`/performer/feeds/${gone?._id}`)
  await device.setOffline(false)
  await expect(published(page).filter({ hasText: 'said better' })).toBeHidden({ timeout: 30_000 })
  await go(page, '/outbox')
  await expect(page.getByText('This post does not exist.')).toBeVisible()
  await expect(page.getByText('said better')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'This post is not available' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep the text as a new draft' }).click()
  await expect(box(page)).toHaveValue('number 29, said better')
  await expect.poll(async () => rowsOf(page, await accountOn(page), 'outbox'), { timeout: 15_000 }).toEqual([])
})

test('a time too far ahead is told of at its field; it keeps nothing from being kept, nor by a wrong clock from being published', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const device = await newDevice(server)
  const page = await studioOn(device, creator)
  const own = async () => (await creator.api.get<{ data: Own[] }>('/performer/feeds')).data
  const back = () => page.getByRole('dialog').getByRole('button', { name: 'Back to the draft' }).click()
  const word = page.getByText('A post can be scheduled a year ahead at most.')

  await page.getByRole('button', { name: 'Write a post' }).click()
  await box(page).fill('An eclipse.')
  let time = await askForTime(page)
  await time.focus()
  await page.keyboard.type('010120270900AM')
  await expect(time).toHaveValue('2027-01-01T09:00')
  const far = inputTime(400 * 24)
  await time.fill(far)
  await expect(time).toHaveAccessibleDescription(/A post can be scheduled a year ahead at most\.$/)
  await expectAccessible(page)
  await back()
  await box(page).fill('An eclipse, to come.')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Saved', { timeout: 15_000 })
  await page.reload()
  await expect(box(page)).toHaveValue('An eclipse, to come.')
  time = await askForTime(page)
  await expect(time).toHaveValue(far)
  await back()
  const draft = new URL(page.url()).pathname
  await publishDraft(page)
  await expect(page.getByRole('button', { name: 'Write a post' })).toBeVisible()
  await go(page, draft)
  await expect(page.getByRole('alert').filter({ hasText: 'This change was rejected' })).toContainText(
    'a year ahead at most',
  )
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(box(page)).toHaveValue('An eclipse, to come.')

  // To a clock that is a month behind, what the server takes is too far ahead.
  await page.clock.install({ time: Date.now() - 30 * 86_400_000 })
  await page.reload()
  await (await askForTime(page)).fill(inputTime(350 * 24))
  await expect(word).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect.poll(own, { timeout: 30_000 }).toMatchObject([{ status: 'scheduled', text: 'An eclipse, to come.' }])
})

/** Chooses from the menu of the post that has `text`, or of the only one. */
async function choose(page: Page, entry: string, text = ''): Promise<void> {
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: text })
  await row.getByRole('button', { name: 'What to do with this post' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** So many hours from now, as an input for a date and a time takes it. */
function inputTime(hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
