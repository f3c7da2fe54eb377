import { emptyDraft, sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft as DraftRecord } from '@vesper/sync/vesper/records/post-draft.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import { mutation } from '../../../infra/sync/testing/test-device.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Post } from '../posts/entity.ts'
import { lockPerformer } from '../posts/put-into-feed.ts'
import { Author, held, outcomeOf, save } from './testing/author.ts'

const at = new Author()

describe('publishing', () => {
  const publish = (draft: DraftRecord, id?: string) =>
    mutation('draft.publish', { _id: draft._id, seen: sightOf(draft) }, id)
  const posts = () => at.server.app.orm.em.fork().find(Post, { performerId: at.creator.id })

  test('makes the draft a post of the same id, with its photos, and the draft is gone from every device', async () => {
    const photo = newFile(at.creator.id)
    await transact(at.server.app, null, async ({ em }) => void em.create(File, photo))
    const _id = await at.begin({ text: 'Hello.', access: 'paid', price: 5, fileIds: [photo.id] })
    expect(await outcomeOf(at.one, [publish(held(at.one))])).toEqual([['applied']])
    await at.two.syncAll()
    for (const device of [at.one, at.two]) {
      expect(device.all('post-drafts')).toEqual([])
      expect(device.all<PostRecord>('posts')).toMatchObject([
        { _id, text: 'Hello.', access: 'paid', price: 5, fileCount: 1 },
      ])
    }
    const attached = await at.server.app.orm.em.fork().find(Attachment, { fileId: photo.id })
    expect(attached.map(({ holderType, holderId }) => [holderType, holderId])).toEqual([['post', _id]])
  })

  test('leaves out of the words what turns their direction', async () => {
    const poll = { question: 'Who?\u2066', options: ['\u202ea', 'b'] }
    await at.begin({ text: 'Pay \u202eereht\u202c 👩‍👧\n\n\nنمی\u200cخواهم', poll })
    expect(await outcomeOf(at.one, [publish(held(at.one))])).toEqual([['applied']])
    expect(await posts()).toMatchObject([
      { text: 'Pay ereht 👩‍👧\n\n\nنمی\u200cخواهم', poll: { question: 'Who?', options: ['a', 'b'] } },
    ])
  })

  test('twice, and on two devices at once, is once', async () => {
    await at.begin({ text: 'Hello.' })
    const seen = held(at.one)
    const outcomes = await Promise.all([
      outcomeOf(at.one, [publish(seen), publish(seen)]),
      outcomeOf(at.two, [publish(seen)]),
    ])
    expect(outcomes.flat()).toEqual([['applied'], ['applied'], ['applied']])
    expect(await posts()).toHaveLength(1)
  })

  test('waits for what else is done to the feed before it locks a photo', async () => {
    const photo = newFile(at.creator.id)
    await transact(at.server.app, null, async ({ em }) => void em.create(File, photo))
    await at.begin({ text: 'Hello.', fileIds: [photo.id] })
    const published = await transact(at.server.app, null, async (tx) => {
      await lockPerformer(tx, at.creator.id)
      const outcome = outcomeOf(at.one, [publish(held(at.one))])
      // On another connection: within a transaction all activity stands still.
      await waitsForLock(at.server)
      await tx.em.execute('select 1 from file where id = ? for update nowait', [photo.id])
      return { outcome }
    })
    expect(await published.outcome).toEqual([['applied']])
  })

  test('goes after the saves of its lane, and what is saved later is refused with a reason', async () => {
    const _id = v7()
    const changes = { text: 'Written offline.' }
    const seen = sightOf({ ...emptyDraft, ...changes })
    const late = save(_id, { base: changes, changes: { text: 'Later.' } })
    expect(await outcomeOf(at.one, [save(_id, { changes }), mutation('draft.publish', { _id, seen }), late])).toEqual([
      ['applied'],
      ['applied'],
      ['conflict', 'This draft has already been published. Your words are kept on this device.'],
    ])
    expect(await posts()).toMatchObject([{ id: _id, text: 'Written offline.' }])
  })

  test('nothing that its author has not seen, and nothing undecided, is published', async () => {
    const _id = await at.begin({ text: 'Hello.' })
    const seen = held(at.two)
    await at.one.sync([save(_id, { base: { text: 'Hello.' }, changes: { text: 'Hello. More.' } })])
    expect((await outcomeOf(at.two, [publish(seen)]))[0]?.[0]).toBe('conflict')
    await at.two.sync([save(_id, { base: { text: 'Hello.' }, changes: { text: 'Bye.' } })])
    expect((await outcomeOf(at.two, [publish(held(at.two))]))[0]).toEqual([
      'conflict',
      'Decide about the versions that are kept beside this draft, then publish it.',
    ])
    expect([await posts(), held(at.two).text]).toEqual([[], 'Bye.'])
  })

  test.each([
    ['nothing in it', {}, 'Write something, or add a photo, a video, a sound or a poll.'],
    ['no price', { text: 'x', access: 'paid' as const }, /has a price/],
    ['half a poll', { poll: { question: 'Tea?', options: ['Yes', ' '] } }, 'A poll has at least 2 options.'],
  ])('a draft with %s is refused, and stays', async (_what, changes, message) => {
    await at.begin(changes)
    expect(await outcomeOf(at.one, [publish(held(at.one))])).toEqual([['invalid', expect.stringMatching(message)]])
    expect(held(at.one)).toMatchObject(changes)
  })

  test('a draft with a damaged video is refused with what to do, nothing of it is lost, and without the video it goes out', async () => {
    const [photo, video] = [newFile(at.creator.id), { ...newFile(at.creator.id), type: 'video' as const }]
    await transact(at.server.app, null, async ({ em }) => {
      for (const file of [photo, video]) em.create(File, file)
    })
    const fileIds = [photo.id, video.id]
    const _id = await at.begin({ text: 'Moving.', fileIds })
    await transact(at.server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(File, { id: video.id })).status = 'failed'
    })
    const reason = 'A file of this post could not be read. Remove it or add another.'
    expect(await outcomeOf(at.one, [publish(held(at.one))])).toEqual([['invalid', reason]])
    const over = await call(at.server, `POST /performer/drafts/${_id}/publish`, { token: at.creator.token, body: {} })
    expect([over.status, await posts()]).toEqual([400, []])
    await at.two.syncAll()
    for (const device of [at.one, at.two]) {
      expect(held(device)).toMatchObject({ text: 'Moving.', fileIds, files: [{ _id: photo.id }, { _id: video.id }] })
    }
    await at.one.sync([save(_id, { base: { fileIds }, changes: { fileIds: [photo.id] } })])
    expect(await outcomeOf(at.one, [publish(held(at.one))])).toEqual([['applied']])
    expect(await posts()).toMatchObject([{ id: _id, text: 'Moving.' }])
  })

  test('a blank option is left out, and a price that does not count too', async () => {
    const poll = { question: 'Tea?', options: ['Yes', '', 'No'] }
    await at.begin({ price: 9, poll })
    await at.one.sync([publish(held(at.one))])
    expect(await posts()).toMatchObject([{ price: 0, poll: { question: 'Tea?', options: ['Yes', 'No'] } }])
  })

  test('over REST', async () => {
    const _id = await at.begin({ text: 'Hello.' })
    const target = `POST /performer/drafts/${_id}/publish` as const
    const rival = await makePerson(at.server, `publisher_${at.count}`, true)
    const refused = await call(at.server, target, { token: rival.token, body: {} })
    const done = await call(at.server, target, { token: at.creator.token, body: { seen: sightOf(held(at.one)) } })
    const none = await call(at.server, `POST /performer/drafts/${v7()}/publish`, { token: at.creator.token, body: {} })
    expect([refused.status, done.status, none.status]).toEqual([409, 200, 404])
    expect(await posts()).toHaveLength(1)
  })
})
