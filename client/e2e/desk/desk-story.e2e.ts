import { faultsIn, languages } from '../fixtures/looks.ts'
import { newFan } from '../fixtures/newcomer.ts'
import { overflowOf } from '../fixtures/reflow.ts'
import { newStaff, openAs } from '../fixtures/staff.ts'
import { logIn, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('an admin asks for a part for a helper, a second one consents on a phone, and both stand in a chain that is whole', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const [ada, ben] = [await newStaff(server, 'admin'), await newStaff(server, 'admin')]
  const helper = await newFan(server)
  const desktop = await newDevice(server, { viewport: { width: 1280, height: 800 } })
  const page = await desktop.open()
  await openAs(page, ada, '/desk')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('list', { name: 'Staff' })).toContainText(ben.username)
  await page.getByRole('button', { name: 'Add staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add staff' })
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(dialog).toContainText('Say why.')
  await dialog.getByLabel('Username').fill(`@${helper.username}`)
  await dialog.getByLabel('Part').selectOption({ label: 'Support' })
  await dialog.getByLabel('Reason').fill('She answers the mails.')
  // Nothing that was typed is lost without a line.
  await desktop.setOffline(true)
  await expect(dialog.getByRole('button', { name: 'Ask for approval' })).toBeDisabled()
  await desktop.setOffline(false)
  await expect(dialog.getByLabel('Reason')).toHaveValue('She answers the mails.')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByText('Asked. A second person has to approve this.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Approvals' }).click()
  const own = page.getByRole('list', { name: 'Approvals' }).getByRole('listitem').filter({ hasText: helper.username })
  await expect(own.getByRole('button', { name: 'Execute' })).toBeDisabled()
  await expect(own).toContainText('A second person has to approve this.')

  const phone = await newDevice(server, { viewport: { width: 390, height: 844 } })
  const second = await phone.open()
  await openAs(second, ben, '/desk/approvals')
  const asked = second
    .getByRole('list', { name: 'Approvals' })
    .getByRole('listitem')
    .filter({ hasText: helper.username })
  await expect(asked).toContainText('She answers the mails.')
  await asked.getByRole('button', { name: 'Execute' }).click()
  await expect(second.getByText('No request waits for a second person.')).toBeVisible()
  await second.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Audit' }).click()
  const rows = second.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows.filter({ hasText: 'staff.grant' }).filter({ hasText: ben.username }).first()).toBeVisible()
  await second.getByRole('button', { name: 'Check the chain' }).click()
  await expect(second.getByRole('status').filter({ hasText: 'The chain is whole' })).toBeVisible()
})

test('the desk fits each screen in both languages, and axe finds nothing', async ({ server, newDevice }) => {
  test.setTimeout(240_000)
  const ada = await newStaff(server, 'admin')
  for (const { language, looks } of languages) {
    const device = await newDevice(server)
    const page = await device.open()
    await openAs(page, ada, '/desk/audit')
    await speak(page, language)
    for (const place of ['approvals', 'staff', 'audit']) {
      await openAs(page, ada, `/desk/${place}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      expect(await faultsIn(page, looks)).toEqual([])
      expect(await overflowOf(page)).toEqual([])
    }
  }
})

test('to an account without a part the desk is not there', async ({ server, newPage }) => {
  const page = await newPage()
  await logIn(page, (await newFan(server)).username, '/desk/audit')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
