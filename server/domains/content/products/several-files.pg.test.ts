import type { DownloadLinks } from '@vesper/sync/vesper/api/assets.ts'
import { PRODUCT_FILES_MAX } from '@vesper/sync/vesper/records/asset.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { buyProduct } from '../../shop/orders/testing/buy.ts'
import { makeUpload } from '../assets/testing/asset.ts'
import { BOOK, sellBook } from './testing/sell-book.ts'

const PRODUCTS = '/performer/performer-assets/products'
const LIMIT = 'A product has at most 10 files.'
const editedAt = '2026-11-27T05:00:00.000Z'

type Target = Pick<OwnAsset, '_id'>

async function put(server: TestServer, { token }: Person, { of, body }: { of: Target; body: object | FormData }) {
  const answer = await call(server, `PUT ${PRODUCTS}/${of._id}`, { token, body })
  return { status: answer.status, text: answer.text, product: answer.body as unknown as OwnAsset }
}

function form(name: string, fields: Record<string, string> = {}): FormData {
  const made = new FormData()
  for (const [field, value] of Object.entries(fields)) made.append(field, value)
  made.append('file', new Blob([`the text of ${name}`]), name)
  return made
}

function names({ fileIds = [], files }: OwnAsset): unknown[] {
  return fileIds.map((id) => files.find(({ _id }) => _id === id)?.name)
}

function uploads(server: TestServer, { id }: Person, count: number): Promise<string[]> {
  const file = { purpose: 'product-file', type: 'other', status: 'ready' } as const
  return Promise.all(Array.from({ length: count }, () => makeUpload(server, id, file)))
}

async function view(server: TestServer, { token }: Person, { _id }: Target): Promise<OwnAsset> {
  return (await call(server, `GET ${PRODUCTS}/${_id}/view`, { token })).body as unknown as OwnAsset
}

test('each upload is one more file, in order, and a form that is sent again is none', async ({ server, creator }) => {
  const book = await sellBook(server, creator)
  const fileId = v7()
  for (const body of [form('maps.txt'), form('notes.txt', { fileId }), form('notes.txt', { fileId })]) {
    expect((await put(server, creator, { of: book, body })).status).toBe(200)
  }
  const { product } = await put(server, creator, { of: book, body: { name: 'A better book' } })
  expect([product.title, names(product)]).toEqual(['A better book', ['book.html', 'maps.txt', 'notes.txt']])
  expect(product.fileId).toBe(book.fileId)
  const [upload] = await uploads(server, creator, 1)
  expect((await put(server, creator, { of: book, body: { fileId: upload } })).product.fileIds?.[3]).toBe(upload)
})

test('ten files are the most, also of uploads that come at once', async ({ server, creator }) => {
  const book = await sellBook(server, creator)
  const more = await uploads(server, creator, PRODUCT_FILES_MAX + 2)
  const answers = await Promise.all(
    more.map((fileId) => put(server, creator, { of: book, body: { fileId } }).then(({ status }) => status)),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 9 }, () => 200), 409, 409, 409])
  expect((await view(server, creator, book)).fileIds).toHaveLength(PRODUCT_FILES_MAX)
  const eleventh = await put(server, creator, { of: book, body: form('eleventh.txt') })
  expect([eleventh.status, eleventh.text]).toEqual([409, expect.stringContaining(LIMIT)])
  const list = await put(server, creator, { of: book, body: { fileIds: await uploads(server, creator, 11) } })
  expect([list.status, list.text]).toEqual([400, expect.stringContaining(LIMIT)])
  const body = { name: 'Too much', type: 'digital', price: 5, fileIds: await uploads(server, creator, 10) }
  const [fileId] = await uploads(server, creator, 1)
  expect((await call(server, `POST ${PRODUCTS}`, { token: creator.token, body: { ...body, fileId } })).status).toBe(409)
  expect((await call(server, `POST ${PRODUCTS}`, { token: creator.token, body })).status).toBe(201)
})

test('a list puts the files into its order, and those that it leaves out are removed for good', async ({
  server,
  creator,
}) => {
  const book = await sellBook(server, creator)
  await put(server, creator, { of: book, body: form('maps.txt') })
  const { product } = await put(server, creator, { of: book, body: form('notes.txt') })
  const [first = '', second = '', third = ''] = product.fileIds ?? []
  const { product: turned } = await put(server, creator, { of: book, body: { fileIds: [third, first, second] } })
  expect(names(turned)).toEqual(['notes.txt', 'book.html', 'maps.txt'])
  const { product: left } = await put(server, creator, { of: book, body: { fileIds: [third, second] } })
  expect(names(left)).toEqual(['notes.txt', 'maps.txt'])
  expect(await server.app.storage.pathOf(first, 'original')).toBeFalsy()
  // The last one stays while the product is on sale.
  expect((await put(server, creator, { of: book, body: { fileIds: [] } })).status).toBe(409)
})

test('an order takes the files as they are, in their order, and keeps those that are taken out later', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  await put(server, creator, { of: book, body: form('maps.txt') })
  const { product } = await put(server, creator, { of: book, body: form('notes.txt') })
  const [first = '', second = '', third = ''] = product.fileIds ?? []
  await put(server, creator, { of: book, body: { fileIds: [third, first, second] } })
  const order = await buyProduct(server, fan, { productId: book._id, price: 60 })
  await put(server, creator, { of: book, body: { fileIds: [second] } })
  await put(server, creator, { of: book, body: form('new.txt') })
  const later = await makePerson(server, `later_${fan.user.username}`)
  await buyProduct(server, later, { productId: book._id, price: 60 })

  const links = async ({ token }: Person) => {
    const { body } = await call(server, `GET /performer-assets/products/${book._id}/download-link`, { token })
    return body as unknown as DownloadLinks
  }
  const { files, archive } = await links(fan)
  expect(files.map(({ name }) => name)).toEqual(['notes.txt', 'book.html', 'maps.txt'])
  expect((await links(later)).files.map(({ name }) => name)).toEqual(['maps.txt', 'new.txt'])
  const headers = { authorization: `Bearer ${fan.token}` }
  const texts = files.map(async ({ url }) => (await fetch(server.url + url, { headers })).text())
  expect(await Promise.all(texts)).toEqual(['the text of notes.txt', BOOK, 'the text of maps.txt'])
  expect(archive?.name).toBe('A book.zip')
  expect((await call(server, `GET /orders/${order}`, { token: fan.token })).body).toMatchObject({
    lines: [{ files: 3 }],
  })
})

test('visitors learn how many files there are and about how large, and no more', async ({ server, creator }) => {
  const book = await sellBook(server, creator)
  const size = 1_234_567
  const file = { purpose: 'product-file', type: 'other', status: 'ready', size, name: 'secret.pdf' } as const
  const fileId = await makeUpload(server, creator.id, file)
  expect((await put(server, creator, { of: book, body: { fileId } })).status).toBe(200)
  const seen = await call(server, `GET /performer-assets/products/${book._id}`)
  expect(seen.body['download']).toEqual({ files: 2, size: 1_200_000 })
  for (const hidden of ['secret.pdf', 'book.html', String(size), fileId, String(book.fileId)]) {
    expect(seen.text).not.toContain(hidden)
  }
})

test('two devices that add and remove files apart keep what the other did', async ({ server, creator }) => {
  const book = await sellBook(server, creator)
  const [one = '', two = ''] = await uploads(server, creator, 2)
  const held = book.fileIds ?? []
  const save = (base: string[], fileIds: string[]) =>
    mutation('asset.save', { _id: book._id, kind: 'product', base: { fileIds: base }, changes: { fileIds }, editedAt })
  const [phone, desk] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  expect((await phone.sync([save(held, [...held, one])])).outcomes).toMatchObject([{ status: 'applied' }])
  expect((await desk.sync([save(held, [two])])).outcomes).toMatchObject([{ status: 'applied' }])
  expect((await view(server, creator, book)).fileIds).toEqual([one, two])
})

test('a save that an older app has queued with one file replaces that file, or takes it out', async ({
  server,
  creator,
}) => {
  const book = await sellBook(server, creator)
  const [one, other] = await uploads(server, creator, 2)
  const device = new TestDevice(server, creator)
  const replay = async (base: object, changes: object) => {
    const args = { _id: book._id, kind: 'product', base, changes, editedAt }
    const sent = { id: v7(), lane: `asset:${book._id}`, name: 'asset.save', args }
    const { body } = await device.post({ ...device.request([sent]), schema: 6 })
    expect(body['outcomes']).toEqual([{ id: sent.id, status: 'applied' }])
    await device.sync([sent])
    return (await view(server, creator, book)).fileIds
  }
  expect(await replay({ fileId: book.fileId }, { fileId: one })).toEqual([one])
  const { product } = await put(server, creator, { of: book, body: { fileId: other } })
  expect(product.fileIds).toEqual([one, other])
  expect(await replay({ fileId: one }, { fileId: null })).toEqual([other])
  expect(await replay({ price: 60 }, { price: 70 })).toEqual([other])
})
