import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'

test('refuses callers who are not signed in', async ({ server }) => {
  expect((await call(server, 'GET /{{names}}')).status).toBe(401)
  expect((await call(server, 'POST /{{names}}', { body: { text: 'Hello' } })).status).toBe(401)
  expect((await call(server, `DELETE /{{names}}/${randomUUID()}`)).status).toBe(401)
})

test('creates one, lists it and removes it', async ({ server, fan }) => {
  const created = await create(server, fan, 'Hello')
  expect(created).toMatchObject({ status: 201, body: { text: 'Hello' } })
  expect(await list(server, fan)).toMatchObject({ total: 1, data: [{ _id: created.body['_id'], text: 'Hello' }] })
  expect(await remove(server, fan, created.body['_id'])).toBe(200)
  expect(await list(server, fan)).toMatchObject({ total: 0, data: [] })
})

test('rejects one without a text', async ({ server, fan }) => {
  expect(await create(server, fan, ' ')).toMatchObject({ status: 400, body: { details: [{ path: 'text' }] } })
})

test('neither lists nor removes one of another account', async ({ server, fan, creator }) => {
  const { body } = await create(server, fan, 'Hello')
  expect(await list(server, creator)).toMatchObject({ total: 0 })
  expect(await remove(server, creator, body['_id'])).toBe(404)
  expect(await list(server, fan)).toMatchObject({ total: 1 })
})

function create(server: TestServer, { token }: Person, text: string) {
  return call(server, 'POST /{{names}}', { token, body: { text } })
}

async function list(server: TestServer, { token }: Person) {
  return (await call(server, 'GET /{{names}}', { token })).body
}

async function remove(server: TestServer, { token }: Person, id: unknown): Promise<number> {
  return (await call(server, `DELETE /{{names}}/${String(id)}`, { token })).status
}
