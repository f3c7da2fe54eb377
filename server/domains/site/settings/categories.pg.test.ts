import type { DeskCategories } from '@vesper/sync/vesper/api/categories.ts'
import type { PublicCategory } from '@vesper/sync/vesper/api/public-category.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { atDesk, makeStaff } from '../../people/staff/testing/make-staff.ts'
import { Setting } from './entity.ts'

let server: TestServer
let sam: Person
let mod: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[sam, mod] = [await makeStaff(server, 'support'), await makeStaff(server, 'moderator')]
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.app.orm.em.fork().nativeDelete(Setting, {})
  server.app.settings.forget()
})

const read = async () => (await atDesk({ server, by: sam }, 'GET /desk/categories')).body as unknown as DeskCategories
const save = (body: DeskCategories, by = sam) => atDesk({ server, by }, 'PUT /desk/categories', body)
const shown = async () => (await call(server, 'GET /settings/public')).body['categories'] as PublicCategory[]
const changed = (all: PublicCategory[], code: string, change: Partial<PublicCategory>) =>
  all.map((one) => (one.code === code ? { ...one, ...change } : one))

test('names, order and hidden ones reach everybody, and the audit', async () => {
  expect(await shown()).toEqual([])
  const { version, categories } = await read()
  expect([version, categories.length, categories[0]]).toEqual([
    ...[0, 22, { code: 'art', en: null, ar: null, isHidden: false, mergedInto: null }],
  ])
  const named = changed(categories, 'art', { en: ' Arts ', ar: 'الفنون', isHidden: true }).toReversed()
  for (let n = 0; n < 2; n += 1) expect((await save({ version, categories: named })).status).toBe(200)
  expect((await shown()).at(-1)).toEqual({ code: 'art', en: 'Arts', ar: 'الفنون', isHidden: true, mergedInto: null })
  expect(await read()).toMatchObject({ version: 1 })
  const entry = await server.app.orm.em.fork().findOneOrFail(AuditEntry, { action: 'category.change' })
  expect([entry.actorId, JSON.stringify(entry.after).includes('Arts')]).toEqual([sam.id, false])
})

test('two people save at once, and one of them learns of the other', async () => {
  for (let version = 0; version < 5; version += 1) {
    const { categories } = await read()
    const answers = await Promise.all(
      ['One', 'Two'].map((word) =>
        save({ version, categories: changed(categories, 'art', { en: `${word} ${version}` }) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ message: 'Another person has changed the categories. Look again.' },
      details: [{ path: 'version', message: String(version + 1) }],
    })
  }
})

test('creators of a merged category are found under the other, by either code', async () => {
  const painter = await makePerson(server, 'painter', true)
  const knitter = await makePerson(server, 'knitter', true)
  const em = server.app.orm.em.fork()
  await em.execute(`update performer set categories = '{art}' where user_id = ?`, [painter.id])
  await em.execute(`update performer set categories = '{crafts}' where user_id = ?`, [knitter.id])
  const found = async (category: string) => {
    const { body } = await call(server, `GET /performers/user/search?category=${category}`)
    return (body['data'] as { _id: string }[]).map(({ _id }) => _id).toSorted()
  }
  expect([await found('art'), await found('crafts')]).toEqual([[painter.id], [knitter.id]])
  const { version, categories } = await read()
  expect((await save({ version, categories: changed(categories, 'crafts', { mergedInto: 'art' }) })).status).toBe(200)
  const both = [painter.id, knitter.id].toSorted()
  expect([await found('art'), await found('crafts')]).toEqual([both, both])
})

test.for([
  ['art', { mergedInto: 'art' }, 'Merge a category into one that is not merged itself.'],
  ['art', { mergedInto: 'magic' }, 'Choose a category of the list.'],
  ['art', { code: 'magic' }, 'Choose a category of the list.'],
  ['art', { code: 'beauty' }, 'Each category stands there once.'],
  ['art', { en: 'a'.repeat(41) }, 'A name has at most 40 characters.'],
  ['art', { en: 'a\nb' }, 'A name is one line.'],
] as const)('refuses %s with %j', async ([code, change, message]) => {
  const { version, categories } = await read()
  const { status, text } = await save({ version, categories: changed(categories, code, change) })
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})

test('one category stays that creators can choose, and a moderator changes none', async () => {
  const { version, categories } = await read()
  const hidden = categories.map((one) => ({ ...one, isHidden: true }))
  expect((await save({ version, categories: hidden })).text).toContain('Leave one category that creators can choose.')
  expect((await save({ version, categories: hidden.slice(1) }, mod)).status).toBe(404)
  expect(await shown()).toEqual([])
})
