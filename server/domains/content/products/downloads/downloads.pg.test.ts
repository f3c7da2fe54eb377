import { randomUUID } from 'node:crypto'
import type { DownloadLinks } from '@vesper/sync/vesper/api/assets.ts'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { Attachment } from '../../../../infra/files/attachment.ts'
import { File } from '../../../../infra/files/entity.ts'
import { makePerson, newFile, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { grantEntitlement, revokeEntitlement } from '../../../people/grants/commands.ts'
import { Asset } from '../../assets/entity.ts'
import { BOOK, sellBook } from '../testing/sell-book.ts'

const MINUTE_MS = 60_000

function ask(server: TestServer, productId: string, person?: Person) {
  return call(server, `GET /performer-assets/products/${productId}/download-link`, { token: person?.token })
}

async function linksOf(server: TestServer, productId: string, person: Person): Promise<DownloadLinks> {
  const { status, body } = await ask(server, productId, person)
  expect(status).toBe(200)
  return body as unknown as DownloadLinks
}

function missing(): never {
  throw new Error('The answer has no link.')
}

function own(server: TestServer, fan: Person, { _id, performerId }: { _id: string; performerId: string }) {
  const owned = { userId: fan.id, objectType: 'product', objectId: _id } as const
  return {
    grant: () =>
      transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, performerId, source: 'purchase' })),
    revoke: () => transact(server.app, null, (tx) => revokeEntitlement(tx, owned)),
  }
}

function open(
  server: TestServer,
  url: string,
  { person, ...init }: RequestInit & { person?: Person | undefined } = {},
): Promise<Response> {
  const authorization = person ? { authorization: `Bearer ${person.token}` } : {}
  return fetch(server.url + url, { ...init, headers: { ...authorization, ...(init.headers as object) } })
}

async function at<Result>(server: TestServer, time: number, work: () => Promise<Result>): Promise<Result> {
  const now = server.app.clock
  server.app.clock = () => new Date(time)
  try {
    return await work()
  } finally {
    server.app.clock = now
  }
}

test('the file of a product is saved under its name by its seller and its owners, with links of ten minutes', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  const stranger = await makePerson(server, `stranger_${fan.user.username}`)
  await own(server, fan, book).grant()
  const seen = [undefined, stranger, fan, creator].map(async (person) => (await ask(server, book.slug, person)).status)
  expect(await Promise.all(seen)).toEqual([401, 403, 200, 200])
  const { files, archive } = await linksOf(server, book._id, fan)
  expect([files, archive]).toMatchObject([[{ _id: book.fileId, name: 'book.html', size: BOOK.length }], null])
  const { url, expiresAt } = files[0] ?? missing()
  const life = Date.parse(expiresAt) - server.app.clock().getTime()
  expect([life > 9 * MINUTE_MS, life <= 10 * MINUTE_MS]).toEqual([true, true])

  const answer = await open(server, url, { person: fan })
  expect([answer.status, await answer.text()]).toEqual([200, BOOK])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=book.html')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('a file that was bought without agreeing to get it at once opens after 14 days', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  const { price } = await server.app.orm.em.fork().findOneOrFail(Asset, { id: book._id })
  await fillWallet(server, fan.id, { paid: price })
  const body = { _id: randomUUID(), price }
  const bought = await call(server, `POST /wallet/charges/product/${book._id}`, { token: fan.token, body })
  expect(bought.status).toBe(201)
  const early = await ask(server, book._id, fan)
  expect([early.status, early.body['message']]).toEqual([
    403,
    'You did not agree to get this file at once. You can download it 14 days after the payment.',
  ])
  const paidAt = server.app.clock().getTime()
  const statusAfter = async (ms: number) => {
    const renewed = await at(server, paidAt + ms, () => signIn(server, fan.user))
    return (await at(server, paidAt + ms, () => ask(server, book._id, renewed))).status
  }
  expect(await statusAfter(14 * 24 * 60 * MINUTE_MS - MINUTE_MS)).toBe(403)
  expect(await statusAfter(14 * 24 * 60 * MINUTE_MS + MINUTE_MS)).toBe(200)
})

test('a file that was bought with the consent opens at once', async ({ server, creator, fan }) => {
  const book = await sellBook(server, creator)
  const { price } = await server.app.orm.em.fork().findOneOrFail(Asset, { id: book._id })
  await fillWallet(server, fan.id, { paid: price })
  const body = { _id: randomUUID(), price, consent: '2026-11' }
  await call(server, `POST /wallet/charges/product/${book._id}`, { token: fan.token, body })
  expect((await ask(server, book._id, fan)).status).toBe(200)
})

test('a copied link is for its viewer, for its time, and for nothing else', async ({ server, creator, fan }) => {
  const book = await sellBook(server, creator)
  const buyer = await makePerson(server, `buyer_${fan.user.username}`)
  await own(server, fan, book).grant()
  await own(server, buyer, book).grant()
  const { files } = await linksOf(server, book._id, fan)
  const { url, expiresAt } = files[0] ?? missing()
  const status = async (changed: string, person?: Person) => (await open(server, changed, { person })).status
  expect([await status(url), await status(url, buyer), await status(url, fan)]).toEqual([401, 404, 200])
  const other = await sellBook(server, creator)
  // A link that is not of this server is known by itself: not even the session is looked up.
  expect(await status(url.replace(/&r=[^&]+/, '&r=x'))).toBe(404)
  const forged = [
    url.replace(book._id, other._id),
    url.replace(/&f=[^&]+/, ''),
    url.replace(/e=\d+/, 'e=9999999999'),
    url.replace(fan.id, buyer.id),
    `/media/${book.fileId}/original`,
  ]
  for (const changed of forged) {
    expect([changed, await status(changed, fan), await status(changed, buyer)]).toEqual([changed, 404, 404])
  }
  const late = () => status(url, fan)
  expect(await at(server, Date.parse(expiresAt), late)).toBe(404)
  expect(await at(server, Date.parse(expiresAt) - 1, late)).toBe(200)
})

test('a link ends with the right that it was made for, and does not come back with another', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  const { grant, revoke } = own(server, fan, book)
  await grant()
  const [first] = (await linksOf(server, book._id, fan)).files
  const status = async (url = '') => (await open(server, url, { person: fan })).status
  expect(await status(first?.url)).toBe(200)
  await revoke()
  expect([(await ask(server, book._id, fan)).status, await status(first?.url)]).toEqual([403, 404])
  await grant()
  const [second] = (await linksOf(server, book._id, fan)).files
  expect([await status(first?.url), await status(second?.url)]).toEqual([404, 200])
  // Moderation ends it as well.
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(Asset, { id: book._id })).status = 'hidden'
  })
  expect([(await ask(server, book._id, fan)).status, await status(second?.url)]).toEqual([404, 404])
})

test('a transfer that broke off goes on with another link', async ({ server, creator, fan }) => {
  const book = await sellBook(server, creator)
  await own(server, fan, book).grant()
  const begun = (await linksOf(server, book._id, fan)).files[0] ?? missing()
  const head = await open(server, begun.url, { person: fan, headers: { range: 'bytes=0-9' } })
  expect([head.status, head.headers.get('content-range')]).toEqual([206, `bytes 0-9/${BOOK.length}`])
  const resumed = (await linksOf(server, book._id, fan)).files[0] ?? missing()
  const headers = { range: 'bytes=10-', 'if-range': head.headers.get('etag') ?? '' }
  const tail = await open(server, resumed.url, { person: fan, headers })
  expect([tail.status, (await head.text()) + (await tail.text())]).toEqual([206, BOOK])
})

test('several files come as one archive as well, whose length is known beforehand', async ({
  server,
  creator,
  fan,
}) => {
  const book = await sellBook(server, creator)
  await own(server, fan, book).grant()
  const second = 'كتاب '.repeat(20_000)
  await addFile(server, creator, { productId: book._id, name: 'book.html', text: second })
  const { files, archive } = await linksOf(server, book._id, fan)
  expect(files.map(({ name }) => name)).toEqual(['book.html', 'book (2).html'])
  expect(archive?.name).toBe('A book.zip')
  const answer = await open(server, archive?.url ?? '', { person: fan })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="A book.zip"')
  expect([answer.status, answer.headers.get('content-length'), bytes.length]).toEqual([
    200,
    String(archive?.size),
    archive?.size,
  ])
  // Stored without compression: the files stand in it as they are, each after its name.
  for (const part of [BOOK, second, 'book.html', 'book (2).html']) expect(bytes.includes(part)).toBe(true)
  const head = await open(server, archive?.url ?? '', { person: fan, method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(archive?.size)])
})

test('a photo on sale is saved under the title of its product, not as its creator’s device called it', async ({
  server,
  creator,
}) => {
  const book = await sellBook(server, creator)
  const photo = { ...newFile(creator.id), purpose: 'product-file', name: 'Home of Ann, 5 July.jpg' } as const
  await transact(server.app, null, async ({ em }) => {
    em.create(File, photo)
    const held = { fileId: photo.id, role: 'file', holderType: 'asset', holderId: book._id, position: 1 } as const
    em.create(Attachment, held)
  })
  const { files } = await linksOf(server, book._id, creator)
  expect(files.map(({ name }) => name)).toEqual(['book.html', 'A book.webp'])
})

test('files of any names are saved under them, alone and in an archive', async ({ server, creator, fan }) => {
  const book = await sellBook(server, creator)
  await own(server, fan, book).grant()
  const given = ['12" vinyl.pdf', 'می\u200Cخواهم.pdf', `${'写'.repeat(130)}.pdf`, `${'写'.repeat(131)}.pdf`]
  for (const name of given) await addFile(server, creator, { productId: book._id, name, text: name })
  const { files, archive } = await linksOf(server, book._id, fan)
  const names = files.slice(1).map(({ name }) => name)
  const [cut, marked] = [`${'写'.repeat(83)}.pdf`, `${'写'.repeat(82)} (2).pdf`]
  expect(names).toEqual(['12" vinyl.pdf', 'می\u200Cخواهم.pdf', cut, marked])
  const dispositions = files.map(async ({ url }) =>
    (await open(server, url, { person: fan })).headers.get('content-disposition'),
  )
  const [, quoted, ...others] = await Promise.all(dispositions)
  expect(quoted).toBe('attachment; filename="12\\" vinyl.pdf"')
  const told = others.map((header) => /; filename\*=UTF-8''([^;]+)$/.exec(header ?? '')?.[1] ?? '')
  expect(told.map(decodeURIComponent)).toEqual(names.slice(1))
  const bytes = Buffer.from(await (await open(server, archive?.url ?? '', { person: fan })).arrayBuffer())
  for (const name of names) expect(bytes.includes(name), name).toBe(true)
})

test('the files of several products come in one archive, to an account that may have all of them', async ({
  server,
  creator,
  fan,
}) => {
  const [book, other] = [await sellBook(server, creator), await sellBook(server, creator)]
  const archive = () =>
    call(server, `GET /performer-assets/products/archive-link?ids=${book._id},${other._id}`, { token: fan.token })
  await own(server, fan, book).grant()
  expect((await archive()).status).toBe(403)
  const second = own(server, fan, other)
  await second.grant()
  const { url, name, size } = ((await archive()).body as unknown as DownloadLinks).archive ?? missing()
  const answer = await open(server, url, { person: fan })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([name, answer.status, bytes.length]).toEqual(['files.zip', 200, size])
  for (const part of ['A book/book.html', 'A book (2)/book.html', BOOK]) expect(bytes.includes(part)).toBe(true)
  // One of the rights has ended: nothing of the archive is given out any more.
  await second.revoke()
  expect((await open(server, url, { person: fan })).status).toBe(404)
})

test('answers twenty calls for one product in a day, also when calls come at once', async ({
  server,
  creator,
  fan,
}) => {
  const [book, other] = [await sellBook(server, creator), await sellBook(server, creator)]
  await own(server, fan, book).grant()
  await own(server, fan, other).grant()
  expect((await linksOf(server, book._id, fan)).left).toBe(19)
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask(server, book._id, fan)))
  const counts = Map.groupBy(answers, ({ status }) => status)
  expect([counts.get(200)?.length, counts.get(429)?.length]).toEqual([19, 5])
  const said = counts.get(429)?.[0]?.body['message']
  expect(said).toBe('You have downloaded this too often today. Try again in 24 hours.')
  const path = `${server.url}/api/performer-assets/products/${book._id}/download-link`
  const refused = await fetch(path, { headers: { authorization: `Bearer ${fan.token}` } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
  expect((await linksOf(server, other._id, fan)).left).toBe(19)
  // A day goes by.
  const rewind = `update download_request set at = at - interval '1 day' where product_id = ?`
  await server.app.orm.em.fork().execute(rewind, [book._id])
  expect((await linksOf(server, book._id, fan)).left).toBe(19)
})

async function addFile(
  server: TestServer,
  { token }: Person,
  { productId, name, text }: { productId: string; name: string; text: string },
): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([text]), name)
  const { status } = await call(server, `PUT /performer/performer-assets/products/${productId}`, { token, body })
  expect(status).toBe(200)
}
