import { newCreator } from '../fixtures/newcomer.ts'
import { NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const SECRET = 'forty-two of ash, twenty-eight of feldspar'
const phone = { viewport: { width: 390, height: 844 } }

test('somebody opens a link to a locked post on a phone, signs up over a broken line, and is asked to pay', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const text = `My ash glaze, after nine years in a drawer: ${SECRET}.`
  const { _id } = await creator.api.post<{ _id: string }>('/performer/feeds', { text, access: 'paid', price: 25 })
  // A preview of the link tells the price, and nothing else of the post.
  const html = await (await fetch(`${server.url}/posts/${_id}`)).text()
  expect(html).toContain(`<title>Post by ${creator.name} · 25 tokens ($1.25)</title>`)
  expect(html).not.toMatch(/ash|glaze/)

  const device = await newDevice(server, phone)
  const page = await device.open()
  await page.goto(`/posts/${_id}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up to unlock for 25 tokens ($1.25)' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up to unlock it')
  await page.getByLabel('Name', { exact: true }).fill('Kit Comes')
  await page.getByLabel('Username').fill('kit_comes')
  await page.getByLabel('Email').fill('kit_comes@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await device.setOffline(true)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await device.setOffline(false)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await page.waitForURL(({ pathname }) => pathname === `/posts/${_id}`)
  const dialog = page.getByRole('dialog', { name: 'Buy' })
  await expect(dialog).toContainText('25 tokens')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // It opens once for the tap.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Unlock for 25 tokens ($1.25)' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
