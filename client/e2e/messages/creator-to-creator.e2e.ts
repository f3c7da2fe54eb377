import { newCreator } from '../fixtures/newcomer.ts'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('a creator may follow another, and is offered no message that would be refused', async ({ server, newPage }) => {
  const creator = await newCreator(server)
  const page = await newPage()
  await logIn(page, creator.username, '/creator2')
  await expect(page.getByRole('main').getByRole('button', { name: /^Follow / })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^Message/ })).toHaveCount(0)
})
