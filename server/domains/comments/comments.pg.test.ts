import { v7 } from 'uuid'
import { expect } from 'vitest'
import { test } from '../../testing/fixtures.ts'
import { call } from '../accounts/testing/api.ts'
import { makeAsset } from '../assets/testing/asset.ts'

test('smoke', async ({ server, creator, fan }) => {
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  const body = { objectType: 'video', objectId: id, text: 'Hi @nobody', _id: v7() }
  const a = await call(server, 'POST /comments', { token: fan.token, body })
  console.log(a.status, a.body)
  const b = await call(server, 'POST /comments', {
    token: creator.token,
    body: { ...body, _id: v7(), parentId: a.body['_id'] },
  })
  console.log(b.status, b.body)
  const c = await call(server, `GET /comments?objectType=video&objectId=${id}`, {})
  console.log(c.status, JSON.stringify(c.body))
  expect(1).toBe(1)
})
