import type { Locator, Page } from 'playwright/test'
import { followMail } from '../fixtures/follow-mail.ts'
import { newFan } from '../fixtures/newcomer.ts'
import { ApiClient, logIn, NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('an address is changed with the current password, and replaces the old one once its link is opened', async ({
  server,
  newPage,
}) => {
  const fan = await newFan(server)
  const former = `${fan.username}@demo.test`
  const page = await newPage()
  await logIn(page, fan.username)
  await followMail(page, former, 'Confirm your email address')
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  const form = await emailForm(page)
  const [email, password] = [form.getByLabel('Email'), form.getByLabel('Current password', { exact: true })]
  const changed = `${fan.username}.new@demo.test`

  await email.fill(changed)
  await form.getByRole('button', { name: 'Change the address' }).click()
  await expect(password).toHaveAccessibleDescription('Enter your current password.')
  await password.fill('not my password')
  await form.getByRole('button', { name: 'Change the address' }).click()
  await expect(password).not.toHaveAccessibleDescription('Enter your current password.')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveValue(changed)

  await password.fill(NEW_PASSWORD)
  await form.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(password).toHaveValue('')
  await expect(email).toHaveValue(former)
  await expect(form.getByText(changed)).toBeVisible()
  const api = await ApiClient.logIn(server, fan.username)
  expect(await api.get('/users/me')).toMatchObject({ email: former, emailVerified: true, pendingEmail: changed })
  await followMail(page, changed, 'Confirm your email address')
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  expect(await api.get('/users/me')).toMatchObject({ email: changed, emailVerified: true, pendingEmail: null })
})

async function emailForm(page: Page): Promise<Locator> {
  await page.goto('/user/account')
  await page.getByRole('tab', { name: 'Security' }).click()
  return page.locator('form').filter({ has: page.getByRole('button', { name: 'Change the address' }) })
}
