import type { DownloadLinks } from '@vesper/sync/vesper/api/assets.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../../../infra/files/testing/media-server.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { grantEntitlement } from '../../../people/grants/commands.ts'
import { buyProduct } from '../../../shop/orders/testing/buy.ts'
import { makeUpload } from '../../assets/testing/asset.ts'
import { BOOK, sellBook } from '../testing/sell-book.ts'

const PRODUCTS = '/performer/performer-assets/products'
const editedAt = '2000-01-01T00:00:00.000Z'

type Edit = { of: Pick<OwnAsset, '_id'>; body: object | FormData }

function put(server: TestServer, { token }: Person, { of, body }: Edit) {
  return call(server, `PUT ${PRODUCTS}/${of._id}`, { token, body })
}

/** A form with a file in the place of all that the product has. */
function fileOf(text: string): FormData {
  const form = new FormData()
  form.append('fileIds', '')
  form.append('file', new Blob([text]), 'second.html')
  return form
}

/** The names and texts that an account downloads of a product; its status where it may not. */
async function downloads(server: TestServer, { token }: Person, { _id }: Pick<OwnAsset, '_id'>) {
  const { status, body } = await call(server, `GET /performer-assets/products/${_id}/download-link`, { token })
  if (status !== 200) return status
  const { files } = body as unknown as DownloadLinks
  const headers = { authorization: `Bearer ${token}` }
  return Promise.all(
    files.map(async ({ name, url }) => [name, await (await fetch(server.url + url, { headers })).text()]),
  )
}

test('a buyer keeps the file that was bought, and who buys later has the new one', async ({ server, creator, fan }) => {
  const book = await sellBook(server, creator)
  const later = await makePerson(server, `later_${fan.user.username}`)
  await buyProduct(server, fan, { productId: book._id, price: 60 })
  expect((await put(server, creator, { of: book, body: fileOf('second') })).status).toBe(200)
  expect((await put(server, creator, { of: book, body: fileOf('third') })).status).toBe(200)
  await buyProduct(server, later, { productId: book._id, price: 60 })
  expect(await downloads(server, fan, book)).toEqual([['book.html', BOOK]])
  expect(await downloads(server, later, book)).toEqual([['second.html', 'third']])
  expect(await downloads(server, creator, book)).toEqual([['second.html', 'third']])
  const attached = await server.app.orm.em
    .fork()
    .execute<{ role: string }[]>('select role from attachment where holder_id = ? order by role', [book._id])
  // Nobody bought the second: it went for good.
  expect(attached.map(({ role }) => role)).toEqual(['file', 'picture', 'sold'])
})

test('a product that is taken from sale and emptied stays with its buyers, by REST and by a device', async ({
  server,
  creator,
  fan,
}) => {
  const books = [await sellBook(server, creator), await sellBook(server, creator)]
  for (const { _id: productId } of books) await buyProduct(server, fan, { productId, price: 60 })
  const [first, second] = books as [OwnAsset, OwnAsset]
  expect((await put(server, creator, { of: first, body: { status: 'archived' } })).status).toBe(200)
  expect((await put(server, creator, { of: first, body: { fileId: null } })).body).toMatchObject({
    fileId: null,
    files: [],
  })
  const changes = { status: 'archived' as const, fileIds: [] }
  const emptied = mutation('asset.save', { _id: second._id, kind: 'product', base: {}, changes, editedAt })
  expect((await new TestDevice(server, creator).sync([emptied])).outcomes).toMatchObject([{ status: 'applied' }])
  for (const book of books) expect(await downloads(server, fan, book)).toEqual([['book.html', BOOK]])
  expect((await put(server, creator, { of: first, body: { fileId: first.fileId } })).status).toBe(400)
})

test('a file that was given back is given out no longer, and goes with the next one', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  const order = await buyProduct(server, fan, { productId: book._id, price: 60 })
  const refund = { version: 1, refund: {} }
  expect((await call(server, `PUT /orders/${order}/update`, { token: creator.token, body: refund })).status).toBe(200)
  expect((await put(server, creator, { of: book, body: fileOf('second') })).status).toBe(200)
  expect(await downloads(server, fan, book)).toBe(403)
  expect(await server.app.storage.pathOf(String(book.fileId), 'original')).toBeFalsy()
})

test('a buyer who gave a file back and is given the product has the present file', async ({ server, creator, fan }) => {
  const book = await sellBook(server, creator)
  const other = await makePerson(server, `keeps_${fan.user.username}`)
  await buyProduct(server, other, { productId: book._id, price: 60 })
  const order = await buyProduct(server, fan, { productId: book._id, price: 60 })
  const refund = { version: 1, refund: {} }
  expect((await call(server, `PUT /orders/${order}/update`, { token: creator.token, body: refund })).status).toBe(200)
  expect((await put(server, creator, { of: book, body: fileOf('second') })).status).toBe(200)
  const given = { userId: fan.id, performerId: creator.id, objectType: 'product', objectId: book._id } as const
  await transact(server.app, null, (tx) => grantEntitlement(tx, { ...given, source: 'gift' }))
  expect(await downloads(server, fan, book)).toEqual([['second.html', 'second']])
})

test('an order shows the picture of its time, after another one and after the removal', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  const id = await buyProduct(server, fan, { productId: book._id, price: 60 })
  const shown = async () => {
    const { body } = await call(server, `GET /orders/${id}`, { token: fan.token })
    const [line] = body['lines'] as { picture: string }[]
    return (await fetch(server.url + line?.picture)).status
  }
  expect(await shown()).toBe(200)
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(await jpegWithPlace(90, 90))]), 'other.jpg')
  expect((await put(server, creator, { of: book, body: form })).status).toBe(200)
  expect(await shown()).toBe(200)
  const refund = { version: 1, refund: {} }
  expect((await call(server, `PUT /orders/${id}/update`, { token: creator.token, body: refund })).status).toBe(200)
  expect((await call(server, `DELETE ${PRODUCTS}/${book._id}`, { token: creator.token })).status).toBe(200)
  expect(await shown()).toBe(200)
})

test('a buyer and a seller who swaps the file meet, and the buyer has what the order names', async ({
  server,
  creator,
  fan,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const book = await sellBook(server, creator)
    const upload = await makeUpload(server, creator.id, { purpose: 'product-file', type: 'other', status: 'ready' })
    await Promise.all([
      buyProduct(server, fan, { productId: book._id, price: 60 }),
      put(server, creator, { of: book, body: { fileIds: [upload] } }),
    ])
    const { body } = await call(server, `GET /performer-assets/products/${book._id}/download-link`, {
      token: fan.token,
    })
    const [line] = await server.app.orm.em
      .fork()
      .execute<{ ids: string[] }[]>('select file_ids as ids from order_line where product_id = ?', [book._id])
    expect((body['files'] as { _id: string }[]).map(({ _id }) => _id)).toEqual(line?.ids)
  }
})
