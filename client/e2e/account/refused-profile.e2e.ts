import { newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const REASON = 'This username is taken.'

test('a refused change of the profile says what and why, on its own page and where it is edited', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const page = await (await newDevice(server)).open()
  await logIn(page, fan.username)
  const username = page.getByRole('textbox', { name: 'Username' })
  const alert = page.getByRole('alert').filter({ hasText: REASON })
  const entry = page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem')

  await go(page, '/user/account')
  await page.context().setOffline(true)
  await username.fill('creator1')
  await page.getByRole('textbox', { name: 'About you' }).fill('Kept with it')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await page.context().setOffline(false)
  await expect(alert).toContainText('Username: “creator1”')
  await expect(username).toHaveValue('creator1')

  await go(page, '/outbox')
  await expect(entry).toContainText('Username: “creator1”')
  await expect(entry).toContainText('About you: “Kept with it”')
  await expect(entry).toContainText(REASON)
  await entry.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/user\/account$/)
  await expect(alert).toBeVisible()
  await expect(username).toHaveValue('creator1')

  await username.fill(`${fan.username}.anew`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(alert).toHaveCount(0)
  await go(page, '/outbox')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await go(page, '/user/account')
  await expect(username).toHaveValue(`${fan.username}.anew`)
  await expect(page.getByRole('textbox', { name: 'About you' })).toHaveValue('Kept with it')
})

test('a change of the profile is not said to be saved before the server has it', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan3', '/user/account')
  await page.getByRole('textbox', { name: 'Username' }).fill('creator1')
  // An answer that is there at once would leave nothing to be said before it.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/sync', (route) => answer.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved on this device, sending')).toBeVisible()
  answer.resolve()
  await expect(page.getByRole('alert').filter({ hasText: REASON })).toBeVisible()
  await expect(page.getByText('Changes saved')).toHaveCount(0)
})
