import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { Post } from '../../domains/content/posts/entity.ts'
import { addFollowedFeeds } from '../../domains/content/posts/testing/followed-feeds.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { Performer } from '../../domains/people/performers/entity.ts'
import { test } from '../../testing/fixtures.ts'
import { plainById, plainRow } from './plain-rows.ts'

test('a plain row has the values of the entity, times and null included', async ({ server, fan, creator }) => {
  await addFollowedFeeds(server.app, { followerId: fan.id, creators: 1, posts: 1 })
  const em = server.app.orm.em.fork()
  const post = await em.findOneOrFail(Post, { status: 'published' })
  expect(await plainRow(em, Post, post.id)).toEqual({ ...post })
  expect(await plainRow(em, User, fan.id)).toEqual({ ...(await em.findOneOrFail(User, { id: fan.id })) })
  expect(await plainRow(em, Performer, creator.id)).toEqual({
    ...(await em.findOneOrFail(Performer, { userId: creator.id })),
  })
})

test('rows are found by id, each once; an id of no row has none', async ({ server, fan, creator }) => {
  const em = server.app.orm.em.fork()
  const found = await plainById(em, User, [fan.id, creator.id, fan.id, randomUUID()])
  expect([...found.keys()].toSorted()).toEqual([fan.id, creator.id].toSorted())
  expect(await plainById(em, User, [])).toEqual(new Map())
})
