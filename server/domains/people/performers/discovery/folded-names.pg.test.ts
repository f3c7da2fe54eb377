import { expect } from 'vitest'
import { test } from '../../../../testing/fixtures.ts'
import { call } from '../../accounts/testing/api.ts'

test('a creator is found by the latest name alone, and only while it is a creator', async ({
  server,
  fan,
  creator,
}) => {
  const em = server.app.orm.em.fork()
  const set = (change: string) => em.execute(`update "user" set ${change} where id = ?`, [creator.id])
  const found = async (q: string) => {
    const { body } = await call(server, `GET /performers/user/search?q=${encodeURIComponent(q)}`, { token: fan.token })
    return (body['data'] as { _id: string }[]).map(({ _id }) => _id)
  }
  await set(`name = 'Zażółć Jaźń'`)
  expect(await found('zazolc')).toEqual([creator.id])
  await set(`name = 'أحمد'`)
  expect(await found('zazolc')).toEqual([])
  expect(await found('احمد')).toEqual([creator.id])
  await set(`username = 'plain_jane'`)
  expect(await found('plain jane')).toEqual([creator.id])
  await set('is_performer = false')
  expect(await found('احمد')).toEqual([])
  await set('is_performer = true')
  expect(await found('احمد')).toEqual([creator.id])
})

test('the names of creators are kept as a search folds them, and those of fans are not kept', async ({ server }) => {
  const wrong = await server.app.orm.em.fork().execute(
    `select name, search_name from "user" where search_name is distinct from
       case when is_performer then search_folded(name || ' ' || coalesce(username, '')) end`,
  )
  expect(wrong).toEqual([])
})
