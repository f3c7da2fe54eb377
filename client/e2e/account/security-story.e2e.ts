import type { Page } from 'playwright/test'
import { newFan } from '../fixtures/newcomer.ts'
import { accountOn, chooseFromAccountMenu, logIn, NEW_PASSWORD } from '../fixtures/steps.ts'
import { isStored, tracesOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { Worker } from '../fixtures/worker.ts'

test('a passkey is added, asks for nothing else, and a lost device loses its data', async ({ server, newPage }) => {
  const { username, name } = await newFan(server)
  const [page, lost] = [await newPage(), await newPage({ viewport: { width: 320, height: 640 } })]
  await addAuthenticator(page)
  await logIn(lost, username, '/user/security')
  await logIn(page, username, '/user/security')

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' })
  await sheet.getByLabel('Password', { exact: true }).fill('not my password')
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(sheet.getByText('The password is not right.')).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const code = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('list', { name: 'Second factors' })).toContainText('Passkey 1')
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expectAccessible(page)
  await expectAccessible(lost)

  // Another device has no passkey: the password leads to the second step.
  const other = await newPage()
  await other.goto('/auth/login')
  await other.getByLabel('Email or username').fill(username)
  await other.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(code)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.waitForURL(({ pathname }) => !pathname.startsWith('/auth/'))

  await chooseFromAccountMenu(page, 'Log out')
  await page.waitForURL(({ pathname }) => pathname === '/auth/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/'))

  await expect.poll(() => isStored(lost, name)).toBe(true)
  const here = lost.getByRole('list', { name: 'Devices' }).getByRole('listitem').filter({ hasText: 'This device' })
  await here.getByRole('button', { name: 'Rename' }).click()
  await lost.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Lost phone')
  await lost.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Save' }).click()
  await expect(here).toContainText('Lost phone')
  await page.goto('/user/security')
  const row = page.getByRole('list', { name: 'Devices' }).getByRole('listitem').filter({ hasText: 'Lost phone' })
  await row.getByRole('button', { name: 'Sign out and remove data' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out and remove data?' })
  await question.getByRole('button', { name: 'Sign out and remove data' }).click()
  await page.getByRole('dialog', { name: 'Confirm it is you' }).getByRole('button', { name: 'Use a passkey' }).click()
  await lost.waitForURL(({ pathname }) => pathname === '/auth/login')
  await expect.poll(() => isStored(lost, name)).toBe(false)
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Removed', { timeout: 5_000 })
  }).toPass()
})

test('a push wakes the worker of a lost device whose app is closed, and nothing of the account is left', async ({
  server,
  newPage,
}) => {
  const canary = 'canary half written'
  const fan = await newFan(server)
  const page = await newPage()
  await logIn(page, fan.username, '/user/account')
  await page.getByLabel('Name', { exact: true }).fill(canary)
  const canaries = [canary, fan.name, fan.username]
  await expect.poll(() => tracesOf(page, canaries)).not.toEqual([])
  const account = await accountOn(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const worker = await Worker.of(page)
  // A page of the site without the app: what is left on the device can be looked at.
  await page.goto('/api/settings')

  type Device = { _id: string; current: boolean; state: string }
  const api = await fan.api.elevated()
  const lost = async () =>
    (await api.get<{ sessions: Device[] }>('/auth/users/me/security')).sessions.find(({ current }) => !current)
  const id = (await lost())?._id ?? ''
  await api.delete(`/auth/users/me/sessions/${id}?wipe=1`)
  await worker.stop()
  await worker.push({ account, kind: 'wipe', id, seq: 0 })
  await expect.poll(async () => (await lost())?.state, { timeout: 20_000 }).toBe('removed')
  // The worker reaches all but the storage of pages, which goes at the next start.
  const left = await tracesOf(page, canaries)
  expect(left.filter((trace) => !trace.includes('in localStorage') && !trace.includes('in cookies'))).toEqual([])
  await page.goto('/')
  await expect.poll(() => tracesOf(page, canaries)).toEqual([])
})

/** An authenticator in the browser, whose user is there and verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}
