import { ContentQuery } from '@vesper/sync/vesper/api/desk-content.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { quietTest, test } from '../../../testing/fixtures.ts'
import { openCostReader } from '../../../testing/plans.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeThing, writeComment } from '../../community/comments/testing/comment.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { contentPage } from './content-page.ts'

const TIMEOUT_MS = 120_000

const page = ({ app }: TestServer, query: object) =>
  contentPage(app.orm.em.fork(), v.parse(ContentQuery, { pageSize: '5', ...query }))

test('hidden and removed things stand beside the others, and drafts do not', async ({ server, creator }) => {
  const author = `@${creator.user.username}`
  const made = await Promise.all(
    ['active', 'archived', 'hidden', 'removed', 'draft'].map(async (status) => {
      const { id } = await makeAsset(server, creator.id, { kind: 'gallery', title: `Harbour ${status}` })
      await server.app.orm.em.fork().execute('update asset set status = ? where id = ?', [status, id])
      return id
    }),
  )
  const { data, total } = await page(server, { kind: 'gallery', q: author })
  expect(total).toBe(4)
  expect(new Map(data.map(({ _id, state }) => [_id, state]))).toEqual(
    new Map(made.slice(0, 4).map((id, at) => [id, ['shown', 'archived', 'hidden', 'removed'][at]])),
  )
  expect(data[0]).toMatchObject({ author: { _id: creator.id, username: creator.user.username }, caseId: null })
  const hidden = await page(server, { kind: 'gallery', q: author, state: 'hidden' })
  expect(hidden.data.map(({ _id }) => _id)).toEqual([made[2]])
})

test('words find a comment that staff have hidden, and an unknown author has nothing', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const text = `Pelican 100% ${fan.user.username}`
  const id = await writeComment(server, fan, { ...thing, text })
  await writeComment(server, fan, { ...thing, text: 'Another' })
  await server.app.orm.em.fork().execute(`update comment set status = 'hidden' where id = ?`, [id])
  const found = await page(server, { kind: 'comment', q: `pelican 100% ${fan.user.username}` })
  expect(found.data).toMatchObject([{ _id: id, preview: text, state: 'hidden', author: { _id: fan.id } }])
  expect((await page(server, { kind: 'comment', q: '@nobody.at.all' })).data).toEqual([])
})

test('the page after a place goes on where the one before has ended', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  for (let at = 0; at < 7; at += 1) await writeComment(server, fan, { ...thing, text: `Line ${at}` })
  const q = `@${fan.user.username}`
  const first = await page(server, { kind: 'comment', q })
  const second = await page(server, { kind: 'comment', q, current: '2', after: first.next ?? '' })
  expect([...first.data, ...second.data].map(({ preview }) => preview)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((at) => `Line ${at}`),
  )
  expect([second.total, second.next]).toEqual([7, null])
})

quietTest('no list and no search reads more than its pages', { timeout: TIMEOUT_MS }, async ({ server }) => {
  const em = server.app.orm.em.fork()
  const id = (n: string) => `('00000000-0000-4000-8000-' || lpad(${n}, 12, '0'))::uuid`
  await em.execute(
    `insert into "user" (id, username, name, email, password_hash, bio, has_password, is_performer, status, balance, created_at, updated_at)
     select ${id('n::text')}, 'writer_' || n, 'Writer', 'writer' || n || '@desk.test', 'x', '', true, true, 'active', 0, now(), now()
     from generate_series(1, 300) n`,
  )
  await em.execute(
    `insert into comment (id, object_type, object_id, performer_id, author_id, text, mentions, status, created_at)
     select gen_random_uuid(), 'feed', ${id(`'1'`)}, ${id(`'1'`)}, ${id('(1 + n % 300)::text')}, 'Line ' || n, '{}',
       case when n % 5000 = 0 then 'hidden' else 'visible' end, now() - n * interval '1 second'
     from generate_series(1, 60000) n`,
  )
  await em.execute('analyze')
  const reader = await openCostReader(server.app.config.databaseUrl ?? '')
  const costly: Record<string, string[]> = {}
  for (const query of [
    {},
    { state: 'hidden' },
    { state: 'shown' },
    { q: '@writer_7' },
    { q: '@writer_7', state: 'hidden' },
  ]) {
    const parts = await reader.costlyParts({ read: 2500, sorted: 4000 }, () =>
      page(server, { kind: 'comment', ...query }),
    )
    if (parts.length > 0) costly[JSON.stringify(query)] = parts
  }
  await reader.close()
  expect(costly).toEqual({})
  // Words read the newest alone.
  expect((await page(server, { kind: 'comment', q: 'Line 19999' })).data).toHaveLength(1)
  expect((await page(server, { kind: 'comment', q: 'Line 59999' })).data).toHaveLength(0)
})
