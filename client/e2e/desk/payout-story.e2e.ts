import { randomUUID } from 'node:crypto'
import { idOf, newCreator, newFan } from '../fixtures/newcomer.ts'
import { giveManyTokens, newStaff, openAs, post, secure } from '../fixtures/staff.ts'
import { NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** Earnings are free by then, and the bank account is not new any more. */
const DAYS = 10

test('a payout of 600.00 is asked for by one person of finance, and approved by a second one on a phone', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const [creator, fan] = [await newCreator(ownServer), await newFan(ownServer)]
  const id = await idOf(ownServer, creator.username)
  const { _id: userId } = await fan.api.get<{ _id: string }>('/users/me')
  await giveManyTokens(ownServer, { userId, tokens: 16_000 })
  for (let n = 0; n < 2; n += 1) await fan.api.post(`/wallet/charges/tip/${id}`, { _id: randomUUID(), tokens: 8_000 })
  const bank = { holder: 'A Creator', address: '1 Example Street', country: 'SE', iban: 'SE4550000000058398257466' }
  await creator.api.put(`/performers/${id}/banking-settings`, { ...bank, password: NEW_PASSWORD })
  await ownServer.stop()
  await ownServer.start({ daysAhead: DAYS })
  const token = await secure(ownServer, creator, DAYS)
  const ahead = { daysAhead: DAYS }
  const [ada, ben] = [await newStaff(ownServer, 'finance', ahead), await newStaff(ownServer, 'finance', ahead)]
  await expect
    .poll(
      async () => {
        const { available } = await post<{ available: number }>(ownServer, {
          path: '/payout-requests/calculate',
          token,
        })
        return available
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(60_000)
  const { version } = await post<{ version: number }>(ownServer, { path: '/payout-requests/calculate', token })
  const asked = { _id: randomUUID(), amount: 60_000, method: 'bank', version, note: '' }
  await post(ownServer, { path: '/payout-requests', body: asked, token })

  const page = await (await newDevice(ownServer, { viewport: { width: 1280, height: 800 } })).open()
  await openAs(page, ada, '/desk/money')
  const row = page.getByRole('table', { name: 'Payouts' }).getByRole('row').filter({ hasText: creator.username })
  await row.getByRole('button', { name: 'Ask for approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve a payout' })
  await expect(dialog).toContainText('600.00')
  await dialog.getByLabel('Reason').fill('A large one.')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(row).toContainText('Waits for a second person')
  await expectAccessible(page)

  const phone = await (await newDevice(ownServer, { viewport: { width: 390, height: 844 } })).open()
  await openAs(phone, ben, '/desk/approvals')
  const request = phone
    .getByRole('list', { name: 'Approvals' })
    .getByRole('listitem')
    .filter({ hasText: creator.username })
  await expect(request).toContainText('600.00')
  await expect(request).toContainText('7466')
  await request.getByRole('button', { name: 'Execute' }).click()
  await expect(phone.getByText('No request waits for a second person.')).toBeVisible()
  await openAs(phone, ben, '/desk/money')
  await phone.getByLabel('Show').selectOption({ label: 'Under way' })
  await expect(phone.getByRole('table', { name: 'Payouts' })).toContainText(creator.username)
  await expectAccessible(phone)

  const { status } = await view(ownServer, { id: asked._id, token })
  expect(status).toBe('processing')
})

async function view(
  server: { url: string },
  { id, token }: { id: string; token: string },
): Promise<{ status: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${server.url}/api/payout-requests/${id}/view`, { headers })
  return (await answer.json()) as { status: string }
}
