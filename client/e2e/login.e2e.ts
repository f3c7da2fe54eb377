import { expect, expectAccessible, test } from './fixtures/test.ts'

test('the login page is reachable and accessible', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email or username' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
  await expectAccessible(page)
})
