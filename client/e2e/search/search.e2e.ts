import { newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('a fan finds a creator from Explore, comes back to the words, and without a line searches the device', async ({
  newDevice,
  server,
}) => {
  const fan = await newFan(server)
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, '/explore')
  const top = page.getByRole('list', { name: 'Top creators' }).getByRole('listitem').first()
  const username = (await top.getByText(/^@/).innerText()).slice(1)
  const box = page.getByRole('searchbox', { name: 'Search Vesper' })
  await box.fill(username)
  await box.press('Enter')
  const found = page.getByRole('list', { name: 'Creators found' })
  await expect(page).toHaveURL((url) => url.pathname === '/search' && url.searchParams.get('q') === username)
  await found
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await found.getByRole('link').first().click()
  await expect(page).toHaveURL((url) => url.pathname === `/${username}`)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue(username)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('list', { name: 'Recent searches' }).getByText(username)).toBeVisible()
  // The follow brings the creator to this device.
  await go(page, '/following')
  await expect(page.locator(`a[href="/${username}"]`).first()).toBeVisible()
  await device.setOffline(true)
  await go(page, `/search?q=${username}`)
  await expect(page.getByText(/searches the creators and posts on this device/)).toBeVisible()
  await expect(found.getByText(`@${username}`, { exact: true })).toBeVisible()
})

test('the pages of the site are read from the login page, and stay readable without a line', async ({
  newDevice,
  server,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  await page.goto('/auth/login')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('navigation', { name: 'About this site' }).getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
  await device.setOffline(true)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
})
