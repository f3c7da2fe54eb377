import { v7 } from 'uuid'
import { expect } from 'vitest'
import { totalsOf } from '../../../content/content-total.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { removeComment } from './commands.ts'
import { Comment } from './entity.ts'
import { makeThing, readComments, writeComment } from './testing/comment.ts'

test('a comment that is sent many times at once is one, counted once', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const body = { ...thing, _id: v7(), text: 'Once' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(server, 'POST /comments', { token: fan.token, body })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  expect(await readComments(server, thing)).toMatchObject({ total: 1 })
  expect(await countOf(server, thing.objectId)).toBe(1)
})

test('an id that is taken at once by two accounts is one comment', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const other = await makePerson(server, `other_${fan.user.username}`)
  const body = { ...thing, _id: v7(), text: 'Mine' }
  const send = ({ token }: { token: string }) => call(server, 'POST /comments', { token, body })
  const answers = await Promise.all([fan, other, fan, other].map(send))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(2)
  expect(await countOf(server, thing.objectId)).toBe(1)
})

test('the count is exact, whoever writes and deletes at once', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const ids = await Promise.all(Array.from({ length: 12 }, () => writeComment(server, fan, thing)))
  expect(await countOf(server, thing.objectId)).toBe(12)
  const again = await signIn(server, fan.user)
  // The author on two devices and the creator delete the same comments, while others are written.
  await Promise.all([
    ...ids
      .slice(0, 6)
      .flatMap((_id) =>
        [fan, again, creator].map(({ actor }) => transact(server.app, actor, (tx) => removeComment(tx, { _id }))),
      ),
    ...Array.from({ length: 5 }, () => writeComment(server, creator, thing)),
  ])
  expect(await countOf(server, thing.objectId)).toBe(11)
  expect(await readComments(server, thing)).toMatchObject({ total: 11 })
})

test('edits at once leave one of their texts, and a deletion among them leaves none', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const texts = ['one', 'two', 'three', 'four']
  const edits = (id: string) =>
    texts.map((text) => call(server, `PUT /comments/${id}`, { token: fan.token, body: { text } }))
  const kept = await writeComment(server, fan, thing)
  await Promise.all(edits(kept))
  expect(texts).toContain((await readComments(server, thing)).data[0]?.text)
  for (let round = 0; round < 5; round += 1) {
    const gone = await writeComment(server, fan, thing)
    const deletion = call(server, `DELETE /comments/${gone}`, { token: creator.token })
    const answers = await Promise.all([...edits(gone).slice(0, 2), deletion, ...edits(gone).slice(2)])
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
    const row = await server.app.orm.em.fork().findOneOrFail(Comment, { id: gone })
    expect([row.status, row.text]).toEqual(['deleted', ''])
  }
  expect(await countOf(server, thing.objectId)).toBe(1)
})

async function countOf({ app }: Pick<TestServer, 'app'>, id: string): Promise<number | undefined> {
  return (await totalsOf(app.orm.em.fork(), [{ objectType: 'feed', id }], null)).get(id)?.comments
}
