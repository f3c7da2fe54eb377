import { newCreator } from '../fixtures/newcomer.ts'
import { NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const SECRET = 'Kiln log for members: cone six, four hours'

test('somebody opens a trial link on a phone, signs up, starts, and reads what is for subscribers', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  await creator.api.post('/performer/feeds', { text: SECRET, access: 'subscribers' })
  const offer = { _id: crypto.randomUUID(), kind: 'trial', days: 7, code: `kiln-${crypto.randomUUID().slice(0, 8)}` }
  const { code } = await creator.api.post<{ code: string }>('/performer/offers', {
    ...offer,
    ...{ usesMax: 1, endsAt: null, audience: 'new' },
  })
  const html = await (await fetch(`${server.url}/join/${code}`)).text()
  expect(html).toContain(`<title>7 free days with ${creator.name}</title>`)
  expect(html).toContain('noindex')

  const device = await newDevice(server, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await page.goto(`/join/${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`7 free days with ${creator.name}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up to start' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Kit Joins')
  await page.getByLabel('Username').fill('kit_joins')
  await page.getByLabel('Email').fill('kit_joins@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await page.waitForURL(({ pathname }) => pathname === `/${creator.username}`)
  await expect(page.getByText(SECRET).first()).toBeVisible({ timeout: 30_000 })
  await page.goto('/subscriptions')
  await expect(page.getByRole('list', { name: 'Free trials' })).toContainText('ends by itself')
  await page.goto(`/join/${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have this already')
  await expectAccessible(page)
})
