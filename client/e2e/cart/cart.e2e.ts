import type { Locator, Page } from 'playwright/test'
import { accountOn, answerTo, chooseFromAccountMenu, go, logIn } from '../fixtures/steps.ts'
import { rowsOf, tracesOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

const BAG = 'Linen bread bag'
const CD = 'Low Tide, signed CD'
const ZINE = 'Contact sheets, zine no. 4'

test('offline changes of two devices are in one cart when they are back, also after a reload', async ({
  server,
  newDevice,
}) => {
  const [phone, laptop] = [await newDevice(server), await newDevice(server)]
  const [onPhone, onLaptop] = [await phone.open(), await laptop.open()]
  for (const page of [onPhone, onLaptop]) {
    await logIn(page, 'fan1', '/cart')
    await expect(line(page, ZINE)).toBeVisible()
  }
  await openShop(onPhone, '/creator2')
  await openShop(onLaptop, '/creator3')
  await phone.setOffline(true)
  await laptop.setOffline(true)

  await add(onPhone, BAG)
  await go(onPhone, '/cart')
  await expect(line(onPhone, BAG)).toContainText('Waiting')
  await line(onPhone, ZINE).getByRole('button', { name: 'One more' }).click()
  await expect(quantityOf(onPhone, ZINE)).toHaveText('2')
  await onPhone.reload()
  await expect(quantityOf(onPhone, ZINE)).toHaveText('2')
  await expect(line(onPhone, BAG)).toContainText('Waiting')

  await add(onLaptop, CD)
  await go(onLaptop, '/cart')
  await line(onLaptop, ZINE)
    .getByRole('button', { name: `Remove ${ZINE}` })
    .click()
  await expect(line(onLaptop, ZINE)).toHaveCount(0)

  await laptop.setOffline(false)
  await expect(line(onLaptop, CD)).not.toContainText('Waiting', { timeout: 20_000 })
  await phone.setOffline(false)
  // The phone's wish came last: the zines are there again, two of them.
  for (const page of [onPhone, onLaptop]) {
    await expect(line(page, BAG)).toBeVisible({ timeout: 20_000 })
    await expect(line(page, CD)).toBeVisible()
    await expect(quantityOf(page, ZINE)).toHaveText('2')
    await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0)
  }
  await expect(async () => {
    const [one, other] = await Promise.all([cartRows(onPhone), cartRows(onLaptop)])
    expect(one).toEqual(other)
    expect(one).toHaveLength(5)
  }).toPass({ timeout: 20_000 })
})

test('changed prices are announced when the connection is back, and can be accepted', async ({ server, newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan2')
  // The shop as it was some time ago.
  await page.route('**/api/performer-assets/products/search*', async (route) => {
    const response = await answerTo(route, server)
    const { data, total } = (await response.json()) as { data: { name: string }[]; total: number }
    const before = data.map((product) => (product.name === BAG ? { ...product, price: 120 } : product))
    await route.fulfill({ response, json: { data: before, total } })
  })
  await openShop(page, '/creator2')
  await page.context().setOffline(true)
  await add(page, BAG)
  await page.getByRole('link', { name: 'In the cart: 1' }).click()
  await expect(line(page, BAG)).toContainText('120 tokens')
  await expect(page.getByRole('status').filter({ hasText: 'changed since' })).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(line(page, BAG)).toContainText(/Was 120 tokens ?\(\$6\.00\), is 140 tokens ?\(\$7\.00\)/, {
    timeout: 20_000,
  })
  await expect(page.getByRole('status').filter({ hasText: '1 product has changed' })).toBeVisible()
  await line(page, BAG).getByRole('button', { name: 'Accept the price' }).click()
  await expect(line(page, BAG)).not.toContainText('Was 120')
  await expect(page.getByText('1 product has changed')).toHaveCount(0)
  await expect.poll(async () => (await cartRows(page)).map(({ priceSeen }) => priceSeen)).toEqual([140])
})

test('a price that went up and a stock that went down stand beside their lines', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await logIn(page, 'fan1')
  await chooseFromAccountMenu(page, 'Cart')
  await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeFocused()
  await expect(line(page, 'Contact sheets, zine no. 4')).toContainText(
    /Was 120 tokens ?\(\$6\.00\), is 150 tokens ?\(\$7\.50\)/,
  )
  const jar = line(page, 'Starter in a jar')
  await expect(jar).toContainText('Only 2 left')
  await jar.getByRole('button', { name: 'Take 2' }).click()
  await expect(jar).not.toContainText('Only 2')
  await expect(quantityOf(page, 'Starter in a jar')).toHaveText('2')
  for (const button of await jar.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
})

test('removed lines can be restored, and an emptied cart too', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan3')
  await openShop(page, '/creator3')
  await add(page, CD)
  await page.getByRole('button', { name: `One more: ${CD}` }).click()
  await expect(page.getByRole('article').filter({ hasText: CD })).toContainText('In the cart: 2')
  await go(page, '/cart')
  await line(page, CD)
    .getByRole('button', { name: `Remove ${CD}` })
    .click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantityOf(page, CD)).toHaveText('2')
  await page.getByRole('button', { name: 'Empty the cart' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(quantityOf(page, CD)).toHaveText('2')
})

test('logging out leaves nothing of the cart on the device', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan2')
  await openShop(page, '/creator3')
  await add(page, CD)
  await page.getByRole('link', { name: 'In the cart: 1' }).click()
  await expect(line(page, CD)).toBeVisible()
  await expect(line(page, CD)).not.toContainText('Waiting')
  expect(await tracesOf(page, [CD])).not.toEqual([])
  await chooseFromAccountMenu(page, 'Log out')
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await expect.poll(() => tracesOf(page, [CD])).toEqual([])
})

/** Shows a creator's shop, and waits until it is kept for a time without a line. */
async function openShop(page: Page, path: string): Promise<void> {
  await go(page, path)
  await page.getByRole('tab', { name: 'Shop' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Shop' }).getByRole('button').first()).toBeVisible()
}

async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Add to cart: ${name}` }).click()
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('In the cart: 1')
}

function line(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) })
}

function quantityOf(page: Page, name: string): Locator {
  return line(page, name)
    .getByRole('group', { name: `Quantity of ${name}` })
    .locator('output')
}

async function cartRows(page: Page): Promise<{ _id: string; quantity: number; priceSeen: number }[]> {
  return rowsOf(page, await accountOn(page), 'cart-lines')
}
