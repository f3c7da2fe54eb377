import { readFile } from 'node:fs/promises'
import { newCreator, newFan } from '../fixtures/newcomer.ts'
import type { Newcomer } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const FILE = 'Forty-two of ash, twenty-eight of feldspar.'

test('a fan buys things and a file from two creators at once, gets the file, and sees the parcel that was sent offline', async ({
  server,
  newDevice,
}) => {
  const [potter, writer, fan] = await Promise.all([newCreator(server), newCreator(server), newFan(server)])
  const [bowl, glaze] = await Promise.all([
    sell(potter, { name: 'A bowl', price: '40', type: 'physical', shippingPrice: '10' }),
    sell(writer, { name: 'A glaze', price: '25', type: 'digital' }, new File([FILE], 'glaze.txt')),
  ])
  const phone = { viewport: { width: 390, height: 844 } }
  const [buyers, sellers] = await Promise.all([newDevice(server, phone), newDevice(server, phone)])
  const [page, packing] = await Promise.all([buyers.open(), sellers.open()])
  await Promise.all([
    logIn(page, fan.username, `/products/${bowl}`),
    logIn(packing, potter.username, '/creator/orders'),
  ])
  await page.getByRole('button', { name: 'Add to cart: A bowl' }).click()
  await go(page, `/products/${glaze}`)
  await page.getByRole('button', { name: 'Add to cart: A glaze' }).click()
  await go(page, '/cart')
  await page.getByRole('button', { name: 'Check out' }).click()

  await expect(page.getByRole('heading', { name: 'Review your order' })).toBeVisible()
  await page.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('dialog', { name: 'Add an address' })
  const address = { Name: 'Ada Lind', Street: 'Storgatan 1', 'Postal code': '903 26', City: 'Umeå' }
  for (const [field, value] of Object.entries(address)) await form.getByRole('textbox', { name: field }).fill(value)
  await form.getByRole('combobox', { name: 'Country' }).selectOption('SE')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Delivery address' }).getByRole('radio')).toBeChecked()
  await page.getByRole('checkbox', { name: /^Give me the files at once/ }).check()

  // The wallet is empty: its top-up leads back to the order.
  await page.getByRole('button', { name: 'Top up 100 tokens' }).click()
  await page.getByRole('button', { name: /^Pay with 3-D Secure/ }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/checkout')
  await page.getByRole('checkbox', { name: /^Give me the files at once/ }).check()
  await page.getByRole('button', { name: 'Pay 75 tokens' }).click()

  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download: A glaze' }).click()
  const saved = await download
  expect([saved.suggestedFilename(), await readFile(await saved.path(), 'utf8')]).toEqual(['glaze.txt', FILE])

  await expect(packing.getByText('Storgatan 1')).toBeVisible()
  await sellers.context.setOffline(true)
  await packing.getByRole('button', { name: 'Mark as shipped' }).click()
  const parcel = packing.getByRole('dialog', { name: 'Mark as shipped' })
  await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('SE123')
  await parcel.getByRole('button', { name: 'Mark as shipped' }).click()
  await packing.getByRole('tab', { name: 'Shipped' }).click()
  await expect(packing.getByText('Waiting', { exact: true })).toBeVisible()
  await sellers.context.setOffline(false)
  await expect(packing.getByText('Waiting', { exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'See your orders' }).click()
  const orders = page.getByRole('list', { name: 'Orders' })
  await expect(orders.getByRole('listitem')).toHaveCount(2)
  await orders.getByRole('link').filter({ hasText: 'A bowl' }).click()
  await expect(page.getByText('SE123')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('On its way')
  await expect(page.getByRole('button', { name: 'I have received it' })).toBeVisible()
})

/** Puts a product on sale; answers its id. */
async function sell(creator: Newcomer, fields: Record<string, string>, file?: File): Promise<string> {
  const picture = new File([await readFile(new URL('../../public/icons/icon-512.png', import.meta.url))], 'icon.png')
  const product = { ...fields, description: '', status: 'active', stock: '', picture, ...(file && { file }) }
  const { _id } = await creator.api.upload<{ _id: string }>('/performer/performer-assets/products', product)
  return _id
}
