import type { Page } from 'playwright/test'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

type Listed = { total: number; data: { _id: string; replies: number }[] }

test('fans talk below a post: live, and without a connection', async ({ server, newDevice }) => {
  test.setTimeout(120_000)
  const creator = await newCreator(server)
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text: 'First light' })
  const [ada, bea] = [await newFan(server), await newFan(server)]
  const devices = [await newDevice(server), await newDevice(server)] as const
  const [one, other] = [await devices[0].open(), await devices[1].open()]
  await logIn(one, ada.username, `/posts/${_id}`)
  await logIn(other, bea.username, `/posts/${_id}`)
  await expect(comments(other)).toContainText('No comments yet')

  await comments(one).getByRole('textbox', { name: 'Write a comment' }).fill('Where was this?')
  await comments(one).getByRole('button', { name: 'Send comment' }).click()
  await expect(by(one, ada.name)).toContainText('Where was this?')
  // What others write is let in by a press: nothing moves under a reader.
  const kept = other.waitForResponse((response) => response.url().includes('/api/comments?'))
  await comments(other).getByRole('button', { name: 'Show 1 new comment' }).click()
  await (await kept).finished()
  await expect(by(other, ada.name)).toContainText('Where was this?')

  await devices[1].setOffline(true)
  await by(other, ada.name).getByRole('button', { name: 'Reply' }).click()
  await other.getByRole('textbox', { name: 'Write a reply' }).fill('At the old pier')
  await other.reload()
  await by(other, ada.name).getByRole('button', { name: 'Reply' }).click()
  await expect(other.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('At the old pier')
  await other.getByRole('button', { name: 'Send reply' }).click()
  await expect(by(other, bea.name)).toContainText('Waiting')
  await devices[1].setOffline(false)
  await expect(by(other, bea.name)).not.toContainText('Waiting', { timeout: 30_000 })

  await by(one, ada.name).getByRole('button', { name: 'Show 1 reply' }).click()
  await expect(by(one, bea.name)).toContainText('At the old pier')
  const listed = await creator.api.get<Listed>(`/comments?objectType=feed&objectId=${_id}`)
  expect(listed).toMatchObject({ total: 1, data: [{ replies: 1 }] })

  await creator.api.delete(`/comments/${listed.data[0]?._id}`)
  for (const page of [one, other]) await expect(comments(page)).toContainText('This comment is gone')
  await expect(by(one, bea.name)).toContainText('At the old pier')
})

function comments(page: Page) {
  return page.getByRole('region', { name: 'Comments' })
}

function by(page: Page, name: string) {
  return comments(page).getByRole('article', { name: `Comment by ${name}` })
}
