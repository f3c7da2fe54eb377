import type { DeskPage, DeskPageHead } from '@vesper/sync/vesper/api/desk-pages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { atDesk, makeStaff } from '../../../people/staff/testing/make-staff.ts'
import { publishPage, setPage } from '../commands.ts'
import { Page } from '../entity.ts'

let server: TestServer
let sam: Person
let tom: Person
let mod: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[sam, tom, mod] = [
    await makeStaff(server, 'support'),
    await makeStaff(server, 'admin'),
    await makeStaff(server, 'moderator'),
  ]
})
afterAll(() => server.stop())
beforeEach(() => server.app.orm.em.fork().nativeDelete(Page, {}))

const at = (target: Parameters<typeof atDesk>[1], body?: unknown, by = sam) => atDesk({ server, by }, target, body)
const read = async (name = 'terms/en') => (await at(`GET /desk/pages/${name}`)).body as unknown as DeskPage
const shown = async (name = 'terms', locale = 'en') => (await call(server, `GET /posts/${name}?locale=${locale}`)).body
const words = (title: string, given: object = {}) => ({ title, body: 'Be kind.', isPublished: true, ...given })
const put = (name: string, body: object, by = sam) => at(`PUT /desk/pages/${name}`, body, by)

test('lists the pages that come with Vesper in both languages', async () => {
  const { data, total } = (await at('GET /desk/pages')).body as unknown as { data: DeskPageHead[]; total: number }
  expect(total).toBe(8)
  expect(data.map(({ _id, standing, isSpecial }) => [_id, standing, isSpecial])).toContainEqual([
    ...['terms.ar', 'built-in', true],
  ])
})

test('a draft stays with staff until it is published; the built-in text comes back', async () => {
  const [before, { version, title }] = [await shown(), await read()]
  expect([version, title]).toEqual(['built-in', before['title']])
  expect((await put('terms/en', { version, ...words('Draft', { isPublished: false }) })).status).toBe(200)
  expect(await shown()).toEqual(before)
  const draft = await read()
  expect(draft).toMatchObject({ title: 'Draft', hasDraft: true, standing: 'built-in' })
  expect((await put('terms/en', { version: draft.version, ...words('Ours') })).status).toBe(200)
  expect(await shown()).toMatchObject({ title: 'Ours', body: 'Be kind.' })
  const { version: latest } = await read()
  expect((await at('POST /desk/pages/terms/en/restore', { version: draft.version })).status).toBe(409)
  expect((await at('POST /desk/pages/terms/en/restore', { version: latest })).status).toBe(200)
  expect(await shown()).toEqual(before)
  const entries = await server.app.orm.em
    .fork()
    .find(AuditEntry, { subjectId: 'terms.en' }, { orderBy: { seq: 'asc' } })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual(
    ['page.draft', 'page.draft', 'page.publish', 'page.restore'].map((action) => [action, sam.id]),
  )
})

test('a draft is discarded, and visitors keep what they see', async () => {
  await put('terms/en', { version: 'built-in', ...words('Ours') })
  const { version: first } = await read()
  await put('terms/en', { version: first, ...words('Next', { isPublished: false }) })
  const { version } = await read()
  expect((await at('POST /desk/pages/terms/en/discard', { version: first })).status).toBe(409)
  expect((await read()).hasDraft).toBe(true)
  for (let n = 0; n < 2; n += 1) expect((await at('POST /desk/pages/terms/en/discard', { version })).status).toBe(200)
  expect(await read()).toMatchObject({ title: 'Ours', hasDraft: false, standing: 'published', version: first })
  expect(await shown()).toMatchObject({ title: 'Ours' })
  await put('rules/en', { version: 'new', ...words('Rules', { isPublished: false }) })
  const alone = await at('POST /desk/pages/rules/en/discard', { version: (await read('rules/en')).version })
  expect([alone.status, alone.body['message']]).toEqual([409, 'This page is a draft alone. Delete the page instead.'])
  expect((await at('POST /desk/pages/none/en/discard', { version })).status).toBe(404)
  expect((await at('POST /desk/pages/terms/en/discard', { version }, mod)).status).toBe(404)
})

test('two people save a page at once, and one of them learns of the other', async () => {
  for (let n = 0; n < 6; n += 1) {
    const { version } = await read()
    const answers = await Promise.all([
      put('terms/en', { version, ...words(`One ${n}`) }),
      put('terms/en', { version, ...words(`Two ${n}`) }, tom),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      ...{ message: 'Another person has changed this page. Look again.' },
      details: [{ path: 'version', message: (await read()).version }],
    })
  }
})

test('the same text again changes nothing, also with an old version', async () => {
  for (let n = 0; n < 2; n += 1)
    expect((await put('terms/en', { version: 'built-in', ...words('Once') })).status).toBe(200)
  expect((await put('terms/en', { version: 'built-in', ...words('Twice') })).status).toBe(409)
})

test('a change by the command counts as a change', async () => {
  const name = { slug: 'terms', locale: 'en' } as const
  await transact(server.app, null, async (tx) => {
    await setPage(tx, name, { title: 'By command', body: 'Text' })
    await tx.flush()
    await publishPage(tx, name)
  })
  expect((await put('terms/en', { version: 'built-in', ...words('Late') })).status).toBe(409)
  expect(await shown()).toMatchObject({ title: 'By command' })
})

test('a page of the site is made once in each language and deleted, a special one is not', async () => {
  expect((await put('rules/ar', { version: 'new', ...words('قواعد') })).status).toBe(200)
  expect((await put('rules/ar', { version: 'new', ...words('Others') })).status).toBe(409)
  expect((await put('terms/en', { version: 'new', ...words('Terms') })).body).toMatchObject({
    message: 'A page with this address exists in this language. Edit that one.',
  })
  expect(await shown('rules', 'ar')).toMatchObject({ title: 'قواعد', locale: 'ar' })
  const { version, isSpecial } = await read('rules/ar')
  expect(isSpecial).toBe(false)
  expect((await at('DELETE /desk/pages/rules/ar?version=built-in')).status).toBe(409)
  expect((await at('POST /desk/pages/rules/ar/restore', { version })).status).toBe(404)
  expect((await at(`DELETE /desk/pages/rules/ar?version=${version}`)).status).toBe(200)
  expect((await call(server, 'GET /posts/rules?locale=ar')).status).toBe(404)
  await put('terms/en', { version: 'built-in', ...words('Ours') })
  const special = await at(`DELETE /desk/pages/terms/en?version=${(await read()).version}`)
  expect([special.status, special.body['message']]).toEqual([
    409,
    'This page cannot be deleted: other pages lead to it. Edit it instead.',
  ])
  expect(await shown()).toMatchObject({ title: 'Ours' })
})

test('the site has 200 texts of its own at most', async () => {
  const em = server.app.orm.em.fork()
  for (let n = 0; n < 200; n += 1)
    em.create(Page, { slug: `page-${n}`, locale: 'en', title: 'Page', body: 'Text', state: 'published' })
  await em.flush()
  expect((await put('one-more/en', { version: 'new', ...words('One more') })).status).toBe(409)
  expect((await put('terms/en', { version: 'built-in', ...words('Terms') })).status).toBe(409)
  expect((await put('page-7/en', { version: (await read('page-7/en')).version, ...words('Seven') })).status).toBe(200)
})

test.for([
  [{ title: ' \u200b ' }, 'Give a title.'],
  [{ title: 'a'.repeat(121) }, 'The title has at most 120 characters.'],
  [{ title: 'a\nb' }, 'A title is one line.'],
  [{ body: '\u200b' }, 'The page has no text.'],
  [{ body: 'ا'.repeat(50_001) }, 'The text has at most 50,000 characters.'],
] as const)('refuses %j', async ([wrong, message]) => {
  const { status, text } = await put('terms/en', { version: 'built-in', ...words('Title'), ...wrong })
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})

test('a text of 50,000 Arabic letters fits, tabs and tricks go', async () => {
  const body = 'ا'.repeat(50_000)
  expect((await put('terms/ar', { version: 'built-in', ...words('شروط', { body }) })).status).toBe(200)
  expect((await put('help/en', { version: 'built-in', ...words('H', { body: 'a\tb\r\n\u202ec' }) })).status).toBe(200)
  expect((await read('help/en')).body).toBe('a b\nc')
})

test('a moderator has no part in the texts of the site', async () => {
  expect((await put('terms/en', { version: 'built-in', ...words('No') }, mod)).status).toBe(404)
  expect((await read()).standing).toBe('built-in')
})
