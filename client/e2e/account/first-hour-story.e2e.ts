import type { Locator } from 'playwright/test'
import { NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('a new fan is told what to do, and follows a creator in four taps over a broken line', async ({
  server,
  newDevice,
}) => {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  const device = await newDevice(server, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await page.goto('/auth/register')
  await page.getByLabel('Name', { exact: true }).fill('Kit Starts')
  await page.getByLabel('Username').fill('kit_starts')
  await page.getByLabel('Email').fill('kit_starts@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await tap(page.getByRole('button', { name: 'Sign up' }))
  await page.waitForURL(({ pathname }) => pathname === '/home')

  const steps = page.getByRole('list', { name: 'Your first steps' })
  const find = steps.getByRole('link').filter({ hasText: 'Find creators to follow' })
  await expect(find).not.toContainText('Done')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()

  await tap(find)
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  const follow = page.getByRole('button', { name: /^Follow / }).first()
  await expect(follow).toBeVisible()
  await device.setOffline(true)
  await tap(follow)
  await tap(page.getByRole('navigation').getByRole('link', { name: 'Home' }))
  await expect(page).toHaveURL(/\/home$/)
  await device.setOffline(false)
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 })
  await expect(steps).toHaveCount(0)
  expect(taps).toBe(4)
})
