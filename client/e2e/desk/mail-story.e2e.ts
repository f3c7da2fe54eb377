import { faultsIn, languages } from '../fixtures/looks.ts'
import { newFan } from '../fixtures/newcomer.ts'
import { overflowOf } from '../fixtures/reflow.ts'
import { newStaff, openAs, post } from '../fixtures/staff.ts'
import { speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('an admin changes the words of a mail on a phone, and a fan gets them', async ({ ownServer, newDevice }) => {
  test.setTimeout(240_000)
  const sam = await newStaff(ownServer, 'admin')
  const fan = await newFan(ownServer)
  const { email } = await fan.api.get<{ email: string }>('/users/me')
  const device = await newDevice(ownServer, { viewport: { width: 320, height: 640 } })
  const page = await device.open()
  await openAs(page, sam, '/desk/site?tab=mails')
  await page.getByRole('button', { name: 'Edit Choose a new password' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Your new password')
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear {name}, here you go: ')
  await expect(page.getByText('Keep {link} in the text.')).toBeVisible()
  await page.getByRole('button', { name: 'Insert {link}' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Dear Ada, here you go: http')
  await page.getByRole('button', { name: 'Save mail' }).click()
  await expect(page.getByRole('button', { name: 'Use the default again' })).toBeVisible()
  await post(ownServer, { path: '/auth/users/forgot', body: { email } })
  const mailbox = `${ownServer.url}/mailbox?to=${encodeURIComponent(email)}`
  await expect.poll(async () => (await fetch(mailbox)).text()).toContain('<h2>Your new password</h2>')

  for (const { language, looks } of languages) {
    await speak(page, language)
    await openAs(page, sam, '/desk/site?tab=mails')
    const edit = page.getByRole('main').getByRole('table').getByRole('button').first()
    await expect(edit).toBeVisible()
    expect(await faultsIn(page, looks)).toEqual([])
    expect(await overflowOf(page)).toEqual([])
    await edit.click()
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
    expect(await faultsIn(page, looks)).toEqual([])
    expect(await overflowOf(page)).toEqual([])
  }
})
