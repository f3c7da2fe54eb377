import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { expect } from 'vitest'
import { jpegWithPlace } from '../../../../infra/files/testing/media-server.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'

/** The content of its file, which would be a page of this origin if a browser showed it. */
export const BOOK = '<script>alert("a book")</script>'

/** A digital product on sale with the file `book.html`, made by one call. */
export async function sellBook(server: TestServer, { token }: Pick<Person, 'token'>): Promise<OwnAsset> {
  const form = new FormData()
  const fields = {
    name: 'A book',
    description: 'Sixty pages.',
    price: '60',
    type: 'digital',
    status: 'active',
    stock: '',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('picture', new Blob([new Uint8Array(await jpegWithPlace(80, 80))]), 'cover.jpg')
  form.append('file', new Blob([BOOK]), 'book.html')
  const target = 'POST /performer/performer-assets/products'
  const { status, body } = await call(server, target, { token, body: form })
  expect([status, body]).toMatchObject([201, { title: 'A book', price: 60, status: 'active', stock: null }])
  return body as unknown as OwnAsset
}
