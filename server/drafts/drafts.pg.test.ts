import type { ArgsOf } from '@vesper/sync/mutations/registry.ts'
import { emptyDraft, sightOf } from '@vesper/sync/records/post-draft.ts'
import type { PostDraft as DraftRecord } from '@vesper/sync/records/post-draft.ts'
import type { Post as PostRecord } from '@vesper/sync/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../accounts/testing/api.ts'
import { transact } from '../database/transaction.ts'
import { File } from '../files/entity.ts'
import { sweepFiles } from '../files/sweep.ts'
import { Post } from '../posts/entity.ts'
import { makePerson, newFile } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'
import { mutation, TestDevice } from '../sync/testing/test-device.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

const DAY_MS = 86_400_000

let server: TestServer
let elapsedMs = 0
let creator: Person
let count = 0
let one: TestDevice
let two: TestDevice

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  elapsedMs = 0
  creator = await makePerson(server, `writer_${count}`, true)
  one = new TestDevice(server, creator)
  two = new TestDevice(server, creator)
})

type Edit = Pick<ArgsOf<'draft.save'>, 'base' | 'changes' | 'settled'>

function save(_id: string, edit: Partial<Edit>) {
  return mutation('draft.save', { _id, base: {}, changes: {}, editedAt: '2000-01-01T00:00:00.000Z', ...edit })
}

function discard(draft: DraftRecord) {
  return mutation('draft.discard', { _id: draft._id, seen: sightOf(draft) })
}

function held(device: TestDevice): DraftRecord {
  const [draft] = device.all<DraftRecord>('post-drafts')
  if (!draft) throw new Error('this device holds no draft')
  return draft
}

async function outcomeOf(device: TestDevice, sent: Parameters<TestDevice['sync']>[0]) {
  const { outcomes } = await device.sync(sent)
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? [outcome.kind, outcome.message] : ['applied']))
}

/** A draft that both devices hold. */
async function begin(changes: Edit['changes']): Promise<string> {
  const _id = v7()
  await one.sync([save(_id, { changes })])
  await two.syncAll()
  return _id
}

describe('[DRAFT-MERGE-2] two devices', () => {
  test('a draft that one begins is on the other', async () => {
    await begin({ text: 'One.', access: 'paid', price: 5 })
    expect(held(two)).toMatchObject({ ...held(one), text: 'One.', access: 'paid', price: 5, kept: [], files: [] })
  })

  test('edits of different parts are merged, wherever they were made', async () => {
    const _id = await begin({ text: 'One. Two. Three.' })
    const base = { text: 'One. Two. Three.' }
    await one.sync([save(_id, { base, changes: { text: 'First. Two. Three.' } })])
    await two.sync([save(_id, { base, changes: { text: 'One. Two. Third.', access: 'public' } })])
    await one.syncAll()
    for (const device of [one, two]) {
      expect(held(device)).toMatchObject({ text: 'First. Two. Third.', access: 'public', kept: [] })
    }
  })

  test('of one sentence both versions are kept, until the author has decided', async () => {
    const _id = await begin({ text: 'See you at eight.' })
    const base = { text: 'See you at eight.' }
    await one.sync([save(_id, { base, changes: { text: 'See you at nine.' } })])
    await two.sync([save(_id, { base, changes: { text: 'See you at ten.' } })])
    expect(held(two)).toMatchObject({ text: 'See you at ten.', kept: [{ of: 'text', text: 'See you at nine.' }] })
    const settled = held(two).kept.map((version) => version._id)
    await two.sync([save(_id, { settled })])
    await one.syncAll()
    expect(held(one)).toMatchObject({ text: 'See you at ten.', kept: [] })
  })

  test('many saves at once, from many devices, lose no word', async () => {
    const _id = await begin({ text: 'Start.' })
    const devices = Array.from({ length: 6 }, () => new TestDevice(server, creator))
    await Promise.all(
      devices.map((device, n) =>
        device.sync([save(_id, { base: { text: 'Start.' }, changes: { text: `Start.\nword${n}` } })]),
      ),
    )
    await one.syncAll()
    const words = [held(one).text, ...held(one).kept.map(({ text }) => text)].join(' ')
    for (const n of devices.keys()) expect(words).toContain(`word${n}`)
  })

  test('a draft begun on two devices at once is one', async () => {
    const _id = v7()
    const begun = await Promise.all([
      outcomeOf(one, [save(_id, { changes: { text: 'Mine.' } })]),
      outcomeOf(two, [save(_id, { changes: { price: 7 } })]),
    ])
    expect(begun).toEqual([[['applied']], [['applied']]])
    await one.syncAll()
    expect(held(one)).toMatchObject({ text: 'Mine.', price: 7 })
  })

  test('what waits for a decision is bounded, and the save that is too much is refused', async () => {
    const _id = await begin({ text: 'Start.' })
    const saves = Array.from({ length: 22 }, (_, n) =>
      save(_id, { base: { text: 'Start.' }, changes: { text: `Version ${n}.` } }),
    )
    const outcomes = await outcomeOf(one, saves)
    expect(outcomes.at(-1)).toEqual(['conflict', expect.stringContaining('too many versions') as string])
    expect(held(one).kept).toHaveLength(20)
  })
})

describe('[DRAFT-SEEN] a draft is discarded as its author saw it', () => {
  test('it goes from every device, and what comes for it later is refused', async () => {
    const _id = await begin({ text: 'One.' })
    const seen = held(one)
    await one.sync([discard(seen)])
    expect(await outcomeOf(one, [discard(seen)])).toEqual([['applied']])
    expect(await outcomeOf(two, [save(_id, { base: { text: 'One.' }, changes: { text: 'Two.' } })])).toEqual([
      ['conflict', 'This draft was discarded on another device. What you wrote here is kept on this device.'],
    ])
    for (const device of [one, two]) expect(device.all('post-drafts')).toEqual([])
  })

  test('not when another device has written in it since', async () => {
    const _id = await begin({ text: 'One.' })
    const seen = held(two)
    await one.sync([save(_id, { base: { text: 'One.' }, changes: { text: 'One. Two.' } })])
    expect(await outcomeOf(two, [discard(seen)])).toEqual([
      ['conflict', 'This draft was changed on another device. Look at it before you discard it.'],
    ])
    expect(held(two).text).toBe('One. Two.')
  })
})

describe('[DRAFT-PHOTO] photos', () => {
  async function upload(owner: Person, about: Partial<ReturnType<typeof newFile>> = {}): Promise<string> {
    const file = { ...newFile(owner.id), ...about }
    await transact(server.app, null, async ({ em }) => void em.create(File, file))
    return file.id
  }

  const exists = (id: string) => server.app.orm.em.fork().count(File, { id })

  test('are held in the order that the author gave them, and shown by links of the author', async () => {
    const [a, b] = [await upload(creator), await upload(creator)]
    const _id = await begin({ fileIds: [a, b] })
    await one.sync([save(_id, { base: { fileIds: [a, b] }, changes: { fileIds: [b, a] } })])
    expect(held(one).files.map((file) => file._id)).toEqual([b, a])
    expect(held(one).files[0]?.url).toContain(`/media/${b}/`)
  })

  test('that either device added are there, that either removed are not', async () => {
    const [a, b, c] = [await upload(creator), await upload(creator), await upload(creator)]
    const _id = await begin({ fileIds: [a] })
    await one.sync([save(_id, { base: { fileIds: [a] }, changes: { fileIds: [a, b] } })])
    await two.sync([save(_id, { base: { fileIds: [a] }, changes: { fileIds: [c] } })])
    expect(held(two).fileIds).toEqual([c, b])
  })

  test('are kept as long as the draft, and swept once it no longer names them', async () => {
    const [a, b] = [await upload(creator), await upload(creator)]
    const _id = await begin({ fileIds: [a, b] })
    await one.sync([save(_id, { base: { fileIds: [a, b] }, changes: { fileIds: [a] } })])
    elapsedMs = 8 * DAY_MS
    await sweepFiles(server.app)
    elapsedMs = 0
    expect([await exists(a), await exists(b)]).toEqual([1, 0])
    await one.sync()
    await one.sync([discard(held(one))])
    expect(await exists(a)).toBe(0)
  })

  test.each([
    ['another’s', async () => upload(await makePerson(server, `thief_${count}`, true))],
    ['unknown', async () => v7()],
    ['a video', async () => upload(creator, { type: 'video' as never })],
    ['an avatar', async () => upload(creator, { purpose: 'avatar' as never })],
  ])('that are %s are refused, and the draft stays as it was', async (_what, make) => {
    const _id = await begin({ text: 'One.' })
    const [[kind] = []] = await outcomeOf(one, [save(_id, { changes: { fileIds: [await make()] } })])
    expect([kind, held(one).fileIds]).toEqual(['invalid', []])
  })
})

describe('[ACCESS-2] drafts are their author’s alone', () => {
  test('no other account sees, edits, discards or takes over one', async () => {
    const _id = await begin({ text: 'Secret.' })
    const draft = held(one)
    for (const [name, isPerformer] of [
      ['rival', true],
      ['reader', false],
    ] as const) {
      const other = new TestDevice(server, await makePerson(server, `${name}_${count}`, isPerformer))
      const kind = isPerformer ? 'conflict' : 'forbidden'
      for (const attempt of [save(_id, { changes: { text: 'Mine.' } }), discard(draft)]) {
        expect((await outcomeOf(other, [attempt]))[0]?.[0]).toBe(kind)
      }
      expect(JSON.stringify([...other.rows.values()].map((rows) => [...rows]))).not.toContain('Secret')
    }
    await one.sync()
    expect(held(one)).toMatchObject({ text: 'Secret.' })
  })

  test('over REST too', async () => {
    const _id = await begin({ text: 'Secret.' })
    const rival = await makePerson(server, `rest_rival_${count}`, true)
    const list = await call(server, 'GET /performer/drafts', { token: rival.token })
    expect(list.body).toEqual({ data: [], total: 0 })
    const put = await call(server, `PUT /performer/drafts/${_id}`, { token: rival.token, body: { changes: {} } })
    expect([put.status, put.text.includes('Secret')]).toEqual([409, false])
  })
})

describe('over REST', () => {
  test('the same commands: an edit through REST reaches the devices, merged', async () => {
    const _id = await begin({ text: 'One. Two. Three.' })
    const base = { text: 'One. Two. Three.' }
    const put = await call(server, `PUT /performer/drafts/${_id}`, {
      token: creator.token,
      body: { base, changes: { text: 'First. Two. Three.' } },
    })
    expect([put.status, put.body['text']]).toEqual([200, 'First. Two. Three.'])
    await two.sync([save(_id, { base, changes: { text: 'One. Two. Third.' } })])
    expect(held(two).text).toBe('First. Two. Third.')
    const { body } = await call(server, 'GET /performer/drafts?pageSize=1', { token: creator.token })
    expect(body).toMatchObject({ total: 1, data: [{ _id, text: 'First. Two. Third.' }] })
    const stale = await call(server, `DELETE /performer/drafts/${_id}?seen=${v7()}`, { token: creator.token })
    const gone = await call(server, `DELETE /performer/drafts/${_id}`, { token: creator.token })
    expect([stale.status, gone.status]).toEqual([409, 200])
    await two.syncAll()
    expect(two.all('post-drafts')).toEqual([])
  })

  test.each([
    ['no changes', {}],
    ['a text that is too long', { changes: { text: 'x'.repeat(5001) } }],
    ['a character that cannot be kept', { changes: { text: 'a\u0000b' } }],
    ['a price below nothing', { changes: { price: -1 } }],
    ['half a token', { changes: { price: 0.5 } }],
    ['an access that there is not', { changes: { access: 'friends' } }],
    ['no time', { changes: { scheduledAt: 'tomorrow' } }],
    ['an id that is none', { changes: { fileIds: ['1'] } }],
  ])('[WIRE-1] %s is refused as 400', async (_what, body) => {
    const answer = await call(server, `PUT /performer/drafts/${v7()}`, { token: creator.token, body })
    expect([answer.status, typeof answer.body['message']]).toEqual([400, 'string'])
  })
})

describe('[DRAFT-PUBLISH] publishing', () => {
  const publish = (draft: DraftRecord, id?: string) =>
    mutation('draft.publish', { _id: draft._id, seen: sightOf(draft) }, id)
  const posts = () => server.app.orm.em.fork().find(Post, { performerId: creator.id })

  test('makes the draft a post of the same id, with its photos, and the draft is gone from every device', async () => {
    const photo = newFile(creator.id)
    await transact(server.app, null, async ({ em }) => void em.create(File, photo))
    const _id = await begin({ text: 'Hello.', access: 'paid', price: 5, fileIds: [photo.id] })
    expect(await outcomeOf(one, [publish(held(one))])).toEqual([['applied']])
    await two.syncAll()
    for (const device of [one, two]) {
      expect(device.all('post-drafts')).toEqual([])
      expect(device.all<PostRecord>('posts')).toMatchObject([
        { _id, text: 'Hello.', access: 'paid', price: 5, fileCount: 1 },
      ])
    }
    const file = await server.app.orm.em.fork().findOneOrFail(File, { id: photo.id })
    expect([file.purpose, file.postId, file.draftId]).toEqual(['post', _id, null])
  })

  test('twice, and on two devices at once, is once', async () => {
    await begin({ text: 'Hello.' })
    const seen = held(one)
    const outcomes = await Promise.all([
      outcomeOf(one, [publish(seen), publish(seen)]),
      outcomeOf(two, [publish(seen)]),
    ])
    expect(outcomes.flat()).toEqual([['applied'], ['applied'], ['applied']])
    expect(await posts()).toHaveLength(1)
  })

  test('goes after the saves of its lane, and what is saved later is refused with a reason', async () => {
    const _id = v7()
    const changes = { text: 'Written offline.' }
    const seen = sightOf({ ...emptyDraft, ...changes })
    const late = save(_id, { base: changes, changes: { text: 'Later.' } })
    expect(await outcomeOf(one, [save(_id, { changes }), mutation('draft.publish', { _id, seen }), late])).toEqual([
      ['applied'],
      ['applied'],
      ['conflict', 'This draft was published on another device. What you wrote here is kept on this device.'],
    ])
    expect(await posts()).toMatchObject([{ id: _id, text: 'Written offline.' }])
  })

  test('[DRAFT-SEEN] nothing that its author has not seen, and nothing undecided, is published', async () => {
    const _id = await begin({ text: 'Hello.' })
    const seen = held(two)
    await one.sync([save(_id, { base: { text: 'Hello.' }, changes: { text: 'Hello. More.' } })])
    expect((await outcomeOf(two, [publish(seen)]))[0]?.[0]).toBe('conflict')
    await two.sync([save(_id, { base: { text: 'Hello.' }, changes: { text: 'Bye.' } })])
    expect((await outcomeOf(two, [publish(held(two))]))[0]).toEqual([
      'conflict',
      'Decide about the versions that are kept beside this draft, then publish it.',
    ])
    expect([await posts(), held(two).text]).toEqual([[], 'Bye.'])
  })

  test.each([
    ['nothing in it', {}, 'Write something, or add a photo or a poll.'],
    ['no price', { text: 'x', access: 'paid' as const }, /has a price/],
    ['half a poll', { poll: { question: 'Tea?', options: ['Yes', ' '] } }, 'A poll has at least 2 options.'],
  ])('a draft with %s is refused, and stays', async (_what, changes, message) => {
    await begin(changes)
    expect(await outcomeOf(one, [publish(held(one))])).toEqual([['invalid', expect.stringMatching(message)]])
    expect(held(one)).toMatchObject(changes)
  })

  test('a blank option is left out, and a price that does not count too', async () => {
    const poll = { question: 'Tea?', options: ['Yes', '', 'No'] }
    await begin({ price: 9, poll })
    await one.sync([publish(held(one))])
    expect(await posts()).toMatchObject([{ price: 0, poll: { question: 'Tea?', options: ['Yes', 'No'] } }])
  })

  test('over REST', async () => {
    const _id = await begin({ text: 'Hello.' })
    const target = `POST /performer/drafts/${_id}/publish` as const
    const rival = await makePerson(server, `publisher_${count}`, true)
    const refused = await call(server, target, { token: rival.token, body: {} })
    const done = await call(server, target, { token: creator.token, body: { seen: sightOf(held(one)) } })
    const none = await call(server, `POST /performer/drafts/${v7()}/publish`, { token: creator.token, body: {} })
    expect([refused.status, done.status, none.status]).toEqual([409, 200, 404])
    expect(await posts()).toHaveLength(1)
  })
})
