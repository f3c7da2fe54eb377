import { go, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('[A11Y-5] where the system chooses the colours, a message has an edge, and where somebody is stands underlined', async ({
  newPage,
}) => {
  const page = await newPage({ forcedColors: 'active' })
  await logIn(page, 'fan1')
  await openConversation(page, 'Mara')
  const bubble = messages(page).locator('p').last().locator('..')
  await expect(bubble).toHaveCSS('outline-style', 'solid')
  const navigation = page.getByRole('navigation').first()
  await expect(navigation.getByRole('link', { name: /^Messages/ })).toHaveCSS('text-decoration-line', 'underline')
  await expect(navigation.getByRole('link', { name: /^Home/ })).toHaveCSS('text-decoration-line', 'none')
  await go(page, '/user/account')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveCSS('text-decoration-line', 'underline')
  await expect(page.getByRole('tab', { name: 'App' })).toHaveCSS('text-decoration-line', 'none')
})
