import { randomUUID } from 'node:crypto'
import type { DeskPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import type { Promo as Shown } from '@vesper/sync/vesper/api/promos.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { File } from '../../../../infra/files/entity.ts'
import { jpegWithPlace } from '../../../../infra/files/testing/media-server.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { elevate } from '../../../people/factors/testing/add-factor.ts'
import { atDesk, makeStaff } from '../../../people/staff/testing/make-staff.ts'
import { admin } from '../admin.ts'
import { Promo } from '../entity.ts'

let server: TestServer
let sam: Person
let mod: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[sam, mod] = [await makeStaff(server, 'support'), await makeStaff(server, 'moderator')]
})
afterAll(() => server.stop())
beforeEach(() => server.app.orm.em.fork().nativeDelete(Promo, {}))

const at = (target: Parameters<typeof atDesk>[1], body?: unknown, by = sam) => atDesk({ server, by }, target, body)
const FIELDS = {
  ...{ title: 'New', text: 'Look', link: '/explore', position: 'home', audience: 'everybody', state: 'active' },
  ...{ from: null, until: null },
}
const list = async () => ((await at('GET /desk/promos')).body as unknown as { data: DeskPromo[] }).data
const one = async (id: string) => (await list()).find(({ _id }) => _id === id) ?? expect.fail(id)
const shown = async () =>
  ((await call(server, 'GET /site-promo/search?position=home&pageSize=5')).body['data'] as Shown[]).map(
    ({ title }) => title,
  )

async function add(title: string): Promise<string> {
  const _id = randomUUID()
  expect((await at('POST /desk/promos', { _id, ...FIELDS, title })).status).toBe(200)
  return _id
}

async function upload(id: string, version: number, bytes: Buffer) {
  await elevate(server, sam.actor.sessionId)
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(bytes)]), 'picture.jpg')
  const headers = { authorization: `Bearer ${sam.token}` }
  const path = `${server.url}/api/desk/promos/${id}/picture?version=${version}`
  return (await fetch(path, { method: 'POST', headers, body: form })).status
}

test('a promo is added once, changed and deleted, each audited', async () => {
  const _id = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await at('POST /desk/promos', { _id, ...FIELDS })).status).toBe(200)
  expect(await shown()).toEqual(['New'])
  const changed = { version: 1, ...FIELDS, title: 'Later', from: '2099-01-01', until: '2099-01-02' }
  for (let n = 0; n < 2; n += 1) expect((await at(`PUT /desk/promos/${_id}`, changed)).status).toBe(200)
  expect(await one(_id)).toMatchObject({ title: 'Later', from: '2099-01-01', until: '2099-01-02', version: 2 })
  expect(await shown()).toEqual([])
  expect((await at(`DELETE /desk/promos/${_id}?version=1`)).status).toBe(409)
  expect((await at(`DELETE /desk/promos/${_id}?version=2`)).status).toBe(200)
  expect((await at(`PUT /desk/promos/${_id}`, changed)).status).toBe(404)
  const entries = await server.app.orm.em.fork().find(AuditEntry, { subjectId: _id }, { orderBy: { seq: 'asc' } })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ...[
      ['promo.add', sam.id],
      ['promo.change', sam.id],
      ['promo.delete', sam.id],
    ],
  ])
})

test('two people change a promo at once, and one of them learns of the other', async () => {
  const _id = await add('First')
  for (let version = 1; version < 6; version += 1) {
    const save = (title: string) => at(`PUT /desk/promos/${_id}`, { version, ...FIELDS, title })
    const answers = await Promise.all([save(`One ${version}`), save(`Two ${version}`)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ message: 'Another person has changed this promo. Look again.' },
      details: [{ path: 'version', message: String(version + 1) }],
    })
  }
})

test('the newest stands first until the order changes', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  expect(await shown()).toEqual(['C', 'B', 'A'])
  const order = (seen: string[], ids: string[]) => at('POST /desk/promos/order', { seen, ids })
  for (let n = 0; n < 2; n += 1) expect((await order([c, b, a], [a, c, b])).status).toBe(200)
  expect(await shown()).toEqual(['A', 'C', 'B'])
  expect((await order([c, b, a], [b, c, a])).status).toBe(409)
  expect((await order([a, c, b], [a, c])).status).toBe(409)
  expect((await order([a, c, b], [a, a, b])).status).toBe(409)
  await add('D')
  expect(await shown()).toEqual(['D', 'A', 'C', 'B'])
})

test('a picture is shown to everybody, replaced and taken away with its file', async () => {
  const _id = await add('Pictured')
  const photo = await jpegWithPlace()
  expect(await upload(_id, 7, photo)).toBe(409)
  expect(await upload(randomUUID(), 1, photo)).toBe(404)
  expect(await upload(_id, 1, Buffer.from('no picture'))).toBe(415)
  const files = () => server.app.orm.em.fork().count(File, { purpose: 'product' })
  expect(await files()).toBe(0)
  expect(await upload(_id, 1, photo)).toBe(200)
  const first = (await one(_id)).picture ?? ''
  expect((await fetch(server.url + first)).status).toBe(200)
  expect(await upload(_id, 2, photo)).toBe(200)
  expect([await files(), (await fetch(server.url + first)).status]).toEqual([1, 404])
  expect((await at(`DELETE /desk/promos/${_id}/picture?version=3`)).status).toBe(200)
  expect([await files(), (await one(_id)).picture]).toEqual([0, null])
})

test('a promo of the command stands first, and ends by it', async () => {
  await add('Desk')
  const run = (...args: string[]) => admin['promo']?.run({ app: server.app, args, print: () => {} })
  await run('add', 'title=Command', 'ends=2099-01-01')
  const [promo] = await list()
  expect(promo).toMatchObject({ title: 'Command', until: '2099-01-01', state: 'active', version: 1 })
  await run('end', promo?._id ?? '')
  expect((await at(`PUT /desk/promos/${promo?._id}`, { version: 1, ...FIELDS })).status).toBe(409)
  expect(await shown()).toEqual(['Desk'])
})

test.for([
  [{ title: '\u200b' }, 'Give a title.'],
  [{ title: 'a'.repeat(81) }, 'A title has at most 80 characters.'],
  [{ text: 'a'.repeat(301) }, 'A text has at most 300 characters.'],
  [{ link: 'javascript:alert(1)' }, 'A link begins with / or with https://.'],
  [{ link: '//evil.example' }, 'A link begins with / or with https://.'],
  [{ until: '2099-02-30' }, 'Choose a day.'],
  [{ from: '2099-01-02', until: '2099-01-01' }, 'Choose a last day that is not before the first.'],
] as const)('refuses %j', async ([wrong, message]) => {
  const { status, text } = await at('POST /desk/promos', { _id: randomUUID(), ...FIELDS, ...wrong })
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})

test('a moderator has no part in the promos, and writes none', async () => {
  expect((await at('POST /desk/promos', { _id: randomUUID(), ...FIELDS }, mod)).status).toBe(404)
  expect(await list()).toEqual([])
})
