import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft as PostDraftRecord } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { PostDraft } from './entity.ts'
import { Author, discard, held, outcomeOf, save } from './testing/author.ts'

const { kept: _noVersions, ...content } = emptyDraft

const at = new Author()

describe('two devices', () => {
  test('a draft that one begins is on the other', async () => {
    await at.begin({ text: 'One.', access: 'paid', price: 5 })
    expect(held(at.two)).toMatchObject({ ...held(at.one), text: 'One.', access: 'paid', price: 5, kept: [], files: [] })
  })

  test('edits of different parts are merged, wherever they were made', async () => {
    const _id = await at.begin({ text: 'One. Two. Three.' })
    const base = { text: 'One. Two. Three.' }
    await at.one.sync([save(_id, { base, changes: { text: 'First. Two. Three.' } })])
    await at.two.sync([save(_id, { base, changes: { text: 'One. Two. Third.', access: 'public' } })])
    await at.one.syncAll()
    for (const device of [at.one, at.two]) {
      expect(held(device)).toMatchObject({ text: 'First. Two. Third.', access: 'public', kept: [] })
    }
  })

  test('keeps both versions of one sentence until the author has decided', async () => {
    const _id = await at.begin({ text: 'See you at eight.' })
    const base = { text: 'See you at eight.' }
    await at.one.sync([save(_id, { base, changes: { text: 'See you at nine.' } })])
    await at.two.sync([save(_id, { base, changes: { text: 'See you at ten.' } })])
    expect(held(at.two)).toMatchObject({ text: 'See you at ten.', kept: [{ of: 'text', text: 'See you at nine.' }] })
    const settled = held(at.two).kept.map((version) => version._id)
    await at.two.sync([save(_id, { settled })])
    await at.one.syncAll()
    expect(held(at.one)).toMatchObject({ text: 'See you at ten.', kept: [] })
  })

  test('many saves at once, from many devices, lose no word', async () => {
    const _id = await at.begin({ text: 'Start.' })
    const devices = Array.from({ length: 6 }, () => new TestDevice(at.server, at.creator))
    await Promise.all(
      devices.map((device, n) =>
        device.sync([save(_id, { base: { text: 'Start.' }, changes: { text: `Start.\nword${n}` } })]),
      ),
    )
    await at.one.syncAll()
    const words = [held(at.one).text, ...held(at.one).kept.map(({ text }) => text)].join(' ')
    for (const n of devices.keys()) expect(words).toContain(`word${n}`)
  })

  test('six saves at once through REST lose no word, on connections of their own', async () => {
    const _id = await at.begin({ text: 'Start.' })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call(at.server, `PUT /performer/drafts/${_id}`, {
          token: at.creator.token,
          body: { base: { text: 'Start.' }, changes: { text: `Start.\nword${n}` } },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await at.one.syncAll()
    const words = [held(at.one).text, ...held(at.one).kept.map(({ text }) => text)].join(' ')
    for (let n = 0; n < 6; n += 1) expect(words).toContain(`word${n}`)
  })

  test('a draft begun on two devices at once is one', async () => {
    const _id = v7()
    const begun = await Promise.all([
      outcomeOf(at.one, [save(_id, { changes: { text: 'Mine.' } })]),
      outcomeOf(at.two, [save(_id, { changes: { price: 7 } })]),
    ])
    expect(begun).toEqual([[['applied']], [['applied']]])
    await at.one.syncAll()
    expect(held(at.one)).toMatchObject({ text: 'Mine.', price: 7 })
  })

  test('limits the versions that wait for a decision, and rejects the save beyond', async () => {
    const _id = await at.begin({ text: 'Start.' })
    const saves = Array.from({ length: 22 }, (_, n) =>
      save(_id, { base: { text: 'Start.' }, changes: { text: `Version ${n}.` } }),
    )
    const outcomes = await outcomeOf(at.one, saves)
    expect(outcomes.at(-1)).toEqual(['conflict', expect.stringContaining('too many versions') as string])
    expect(held(at.one).kept).toHaveLength(20)
  })

  test('nor is it of more than 20,000 characters; what is refused is taken once some is decided', async () => {
    const _id = await at.begin({ text: 'Start.' })
    const saves = Array.from({ length: 6 }, (_, n) =>
      save(_id, { base: { text: 'Start.' }, changes: { text: `Version ${n} ${'x'.repeat(4900)}.` } }),
    )
    const outcomes = await outcomeOf(at.one, saves)
    expect(outcomes.slice(0, 5).flat()).toEqual(Array(5).fill('applied'))
    expect(outcomes[5]).toEqual(['conflict', expect.stringContaining('too many versions') as string])
    const versions = (draft: PostDraftRecord) => [draft.text, ...draft.kept.map(({ text }) => text)].map(numberOf)
    expect(new Set(versions(held(at.one))), 'nothing that was accepted goes').toEqual(new Set([0, 1, 2, 3, 4]))
    const again = { ...saves[5], id: v7() } as (typeof saves)[number]
    const settled = [String(held(at.one).kept[0]?._id)]
    expect(await outcomeOf(at.one, [save(_id, { settled }), again])).toEqual([['applied'], ['applied']])
    expect(held(at.one).text).toContain('Version 5')
  })

  test('a draft that holds more already is edited and decided about as before', async () => {
    const _id = await at.begin({ text: 'Start.' })
    const kept = Array.from({ length: 20 }, (_, n) => {
      return { _id: v7(), of: 'text' as const, text: `Version ${n} ${'x'.repeat(4900)}.` }
    })
    await transact(at.server.app, null, async ({ em }) => {
      em.assign(await em.findOneOrFail(PostDraft, { id: _id }), { kept })
    })
    const edit = { base: { text: 'Start.' }, changes: { text: 'Start. More.' } }
    const decided = { settled: [String(kept[0]?._id)] }
    expect(await outcomeOf(at.one, [save(_id, edit), save(_id, decided)])).toEqual([['applied'], ['applied']])
    expect(held(at.one)).toMatchObject({ text: 'Start. More.', kept: kept.slice(1) })
    const other = save(_id, { base: { text: 'Start.' }, changes: { text: 'Begin.' } })
    expect((await outcomeOf(at.one, [other]))[0]?.[0]).toBe('conflict')
  })
})

test('an account has 200 drafts at most, however many it begins at once', async () => {
  const { app } = at.server
  const ownerId = at.creator.id
  await transact(app, null, async ({ em }) => {
    for (let n = 0; n < 195; n += 1) em.create(PostDraft, { id: v7(), ownerId, content, kept: [], state: 'open' })
  })
  const ids = Array.from({ length: 24 }, () => v7())
  const begin = (id: string) =>
    call(at.server, `PUT /performer/drafts/${id}`, {
      token: at.creator.token,
      body: { changes: { text: 'One more.' } },
    })
  const statuses = (await Promise.all(ids.map(begin))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(statuses.filter((status) => status === 403)).toHaveLength(19)
  expect(await app.orm.em.fork().count(PostDraft, { ownerId, state: 'open' })).toBe(200)
  const begun = ids[statuses.indexOf(200)] ?? ''
  expect((await begin(begun)).status, 'what is there already is saved').toBe(200)
})

describe('a draft is discarded as its author saw it', () => {
  test('it goes from every device, and what comes for it later is refused', async () => {
    const _id = await at.begin({ text: 'One.' })
    const seen = held(at.one)
    await at.one.sync([discard(seen)])
    expect(await outcomeOf(at.one, [discard(seen)])).toEqual([['applied']])
    expect(await outcomeOf(at.two, [save(_id, { base: { text: 'One.' }, changes: { text: 'Two.' } })])).toEqual([
      ['conflict', 'This draft has already been discarded. Your words are kept on this device.'],
    ])
    for (const device of [at.one, at.two]) expect(device.all('post-drafts')).toEqual([])
  })

  test('not when another device has written in it since', async () => {
    const _id = await at.begin({ text: 'One.' })
    const seen = held(at.two)
    await at.one.sync([save(_id, { base: { text: 'One.' }, changes: { text: 'One. Two.' } })])
    expect(await outcomeOf(at.two, [discard(seen)])).toEqual([
      ['conflict', 'This draft was changed on another device. Look at it before you discard it.'],
    ])
    expect(held(at.two).text).toBe('One. Two.')
  })
})

describe('drafts are their author’s alone', () => {
  test('no other account sees, edits, discards or takes over one', async () => {
    const _id = await at.begin({ text: 'Secret.' })
    const draft = held(at.one)
    for (const [name, isPerformer] of [
      ['rival', true],
      ['reader', false],
    ] as const) {
      const other = new TestDevice(at.server, await makePerson(at.server, `${name}_${at.count}`, isPerformer))
      const kind = isPerformer ? 'conflict' : 'forbidden'
      for (const attempt of [save(_id, { changes: { text: 'Mine.' } }), discard(draft)]) {
        expect((await outcomeOf(other, [attempt]))[0]?.[0]).toBe(kind)
      }
      expect(JSON.stringify([...other.rows.values()].map((rows) => [...rows]))).not.toContain('Secret')
    }
    await at.one.sync()
    expect(held(at.one)).toMatchObject({ text: 'Secret.' })
  })

  test('over REST too', async () => {
    const _id = await at.begin({ text: 'Secret.' })
    const rival = await makePerson(at.server, `rest_rival_${at.count}`, true)
    const list = await call(at.server, 'GET /performer/drafts', { token: rival.token })
    expect(list.body).toEqual({ data: [], total: 0 })
    const put = await call(at.server, `PUT /performer/drafts/${_id}`, { token: rival.token, body: { changes: {} } })
    expect([put.status, put.text.includes('Secret')]).toEqual([409, false])
  })
})

describe('over REST', () => {
  test('the same commands: an edit through REST reaches the devices, merged', async () => {
    const _id = await at.begin({ text: 'One. Two. Three.' })
    const base = { text: 'One. Two. Three.' }
    const put = await call(at.server, `PUT /performer/drafts/${_id}`, {
      token: at.creator.token,
      body: { base, changes: { text: 'First. Two. Three.' } },
    })
    expect([put.status, put.body['text']]).toEqual([200, 'First. Two. Three.'])
    await at.two.sync([save(_id, { base, changes: { text: 'One. Two. Third.' } })])
    expect(held(at.two).text).toBe('First. Two. Third.')
    const { body } = await call(at.server, 'GET /performer/drafts?pageSize=1', { token: at.creator.token })
    expect(body).toMatchObject({ total: 1, data: [{ _id, text: 'First. Two. Third.' }] })
    const stale = await call(at.server, `DELETE /performer/drafts/${_id}?seen=${v7()}`, { token: at.creator.token })
    const gone = await call(at.server, `DELETE /performer/drafts/${_id}`, { token: at.creator.token })
    expect([stale.status, gone.status]).toEqual([409, 200])
    await at.two.syncAll()
    expect(at.two.all('post-drafts')).toEqual([])
  })

  test.each([
    ['no changes', {}],
    ['a text that is too long', { changes: { text: 'x'.repeat(5001) } }],
    ['a character that cannot be kept', { changes: { text: 'a\u0000b' } }],
    ['a price below nothing', { changes: { price: -1 } }],
    ['half a token', { changes: { price: 0.5 } }],
    ['an access that there is not', { changes: { access: 'friends' } }],
    ['no time', { changes: { scheduledAt: 'tomorrow' } }],
    ['a day that is none', { changes: { scheduledAt: '2027-02-29T10:00:00Z' } }],
    ['an id that is none', { changes: { fileIds: ['1'] } }],
  ])('%s is refused as 400', async (_what, body) => {
    const answer = await call(at.server, `PUT /performer/drafts/${v7()}`, { token: at.creator.token, body })
    expect([answer.status, typeof answer.body['message']]).toEqual([400, 'string'])
  })
})

function numberOf(version: string): number {
  return Number(/Version (\d)/.exec(version)?.[1])
}
