import { randomUUID } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { own } from './own.ts'

const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: { id: p.uuid().primary(), performerId: p.uuid(), text: p.text() },
})
type Note = InferEntity<typeof Note>

let database: ClonedDatabase
let orm: MikroORM
const note: Note = { id: randomUUID(), performerId: randomUUID(), text: 'mine' }

beforeAll(async () => {
  database = await cloneDatabase()
  orm = await MikroORM.init({ clientUrl: database.url, entities: [Note], allowGlobalContext: false })
  await orm.em.fork().execute('create table note (id uuid primary key, performer_id uuid, text text)')
  await orm.em.fork().execute('insert into note values (?, ?, ?)', [note.id, note.performerId, note.text])
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

test('the owner gets the row', async () => {
  expect(await own({ em: orm.em.fork(), actor: { userId: note.performerId } }, Note, ask(note.id))).toEqual(note)
})

test.each([
  ['another account', { userId: randomUUID() }, note.id],
  ['a caller without an account', null, note.id],
  ['the owner who asks for a row that does not exist', { userId: note.performerId }, randomUUID()],
])('%s gets the same 404', async (_caller, actor, id) => {
  const refusal = { kind: 'not-found', message: 'There is no such note.' }
  await expect(own({ em: orm.em.fork(), actor }, Note, ask(id))).rejects.toMatchObject(refusal)
})

test('in a transaction the row is locked until it ends', async () => {
  const [first, second] = [orm.em.fork(), orm.em.fork()]
  const actor = { userId: note.performerId }
  await first.begin()
  await second.begin()
  try {
    await own({ em: first, actor }, Note, ask(note.id))
    await second.execute(`set local lock_timeout = '200ms'`)
    await expect(own({ em: second, actor }, Note, ask(note.id))).rejects.toThrow('lock timeout')
  } finally {
    await second.rollback()
    await first.rollback()
  }
})

function ask(id: string) {
  return { id, message: 'There is no such note.' }
}
