import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { takeFiles } from '../../../content/attachments.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { sweepFiles } from '../../../infra/files/sweep.ts'
import { makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation } from '../../../infra/sync/testing/test-device.ts'
import { messageFiles } from '../../talk/messages/attachments.ts'
import { postFiles } from '../posts/attachments.ts'
import { Author, discard, held, outcomeOf, save } from './testing/author.ts'

const DAY_MS = 86_400_000

const at = new Author()

describe('photos', () => {
  async function upload(owner: Person, about: Partial<File> = {}): Promise<string> {
    const file = { ...newFile(owner.id), ...about }
    await transact(at.server.app, null, async ({ em }) => void em.create(File, file))
    return file.id
  }

  /** 0 once it waits in the library. */
  const inUse = (id: string) => at.server.app.orm.em.fork().count(File, { id, isKept: false })

  test('are held in the order that the author gave them, and shown by links of the author', async () => {
    const [a, b] = [await upload(at.creator), await upload(at.creator)]
    const _id = await at.begin({ fileIds: [a, b] })
    await at.one.sync([save(_id, { base: { fileIds: [a, b] }, changes: { fileIds: [b, a] } })])
    expect(held(at.one).files.map((file) => file._id)).toEqual([b, a])
    expect(held(at.one).files[0]?.url).toContain(`/media/${b}/`)
  })

  test('photos added on either device are there, photos removed on either are not', async () => {
    const [a, b, c] = [await upload(at.creator), await upload(at.creator), await upload(at.creator)]
    const _id = await at.begin({ fileIds: [a] })
    await at.one.sync([save(_id, { base: { fileIds: [a] }, changes: { fileIds: [a, b] } })])
    await at.two.sync([save(_id, { base: { fileIds: [a] }, changes: { fileIds: [c] } })])
    expect(held(at.two).fileIds).toEqual([c, b])
  })

  test('are in use as long as the draft names them, and wait in the library then, however long', async () => {
    const [a, b] = [await upload(at.creator), await upload(at.creator)]
    const _id = await at.begin({ fileIds: [a, b] })
    await at.one.sync([save(_id, { base: { fileIds: [a, b] }, changes: { fileIds: [a] } })])
    at.elapsedMs = 8 * DAY_MS
    await sweepFiles(at.server.app)
    at.elapsedMs = 0
    expect([await inUse(a), await inUse(b)]).toEqual([1, 0])
    expect(await at.server.app.orm.em.fork().count(File, { id: b })).toBe(1)
    await at.one.sync()
    await at.one.sync([discard(held(at.one))])
    expect(await inUse(a)).toBe(0)
  })

  test('messages and posts take a photo that a draft holds, and it stays theirs when the draft is discarded', async () => {
    const [photo, own] = [await upload(at.creator), await upload(at.creator)]
    const _id = await at.begin({ fileIds: [photo, own] })
    for (const takes of [messageFiles, postFiles]) {
      await transact(at.server.app, at.creator.actor, (tx) => takeFiles(tx, [photo], { holderId: v7(), takes }))
    }
    expect(held(at.two)).toMatchObject({ _id, files: [{ _id: photo }, { _id: own }] })
    await at.two.sync([discard(held(at.two))])
    expect([await inUse(photo), await inUse(own)]).toEqual([1, 0])
  })

  test('may be videos, also while these are in processing; every device hears when one is ready', async () => {
    const video = await upload(at.creator, { type: 'video', status: 'processing', mimeType: 'video/mp4' })
    const _id = await at.begin({ fileIds: [video] })
    expect(held(at.two)).toMatchObject({ _id, files: [{ _id: video, type: 'video', status: 'processing' }] })
    await transact(at.server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(File, { id: video })).status = 'ready'
    })
    await at.two.syncAll()
    expect(held(at.two).files).toMatchObject([{ _id: video, status: 'ready' }])
    at.elapsedMs = 8 * DAY_MS
    await sweepFiles(at.server.app)
    at.elapsedMs = 0
    expect(await inUse(video)).toBe(1)
    await at.two.sync([discard(held(at.two))])
    expect(await inUse(video)).toBe(0)
  })

  test('the thumbnail and the teaser of a draft go with it into the post', async () => {
    const [photo, thumbnail] = [await upload(at.creator), await upload(at.creator)]
    const teaser = await upload(at.creator, { purpose: 'feed-teaser' })
    await at.begin({ fileIds: [photo], thumbnailId: thumbnail, tags: ['glaze'], isPinned: true })
    const [[kind, message] = []] = await outcomeOf(at.one, [save(held(at.one)._id, { changes: { teaserId: teaser } })])
    expect([kind, message]).toEqual(['invalid', 'The teaser of a post is a video.'])
    const whole = await upload(at.creator, { type: 'video', purpose: 'feed-video' })
    expect(await outcomeOf(at.one, [save(held(at.one)._id, { changes: { teaserId: whole } })])).toMatchObject([
      ['invalid', 'A file of this draft is not here. Add it again.'],
    ])
    const clip = await upload(at.creator, { type: 'video', purpose: 'feed-teaser' })
    await at.one.sync([save(held(at.one)._id, { base: { teaserId: null }, changes: { teaserId: clip } })])
    await at.two.syncAll()
    const draft = held(at.two)
    expect(draft).toMatchObject({ files: [{ _id: photo }], thumbnail: { _id: thumbnail }, teaser: { _id: clip } })
    const seen = { _id: draft._id, seen: sightOf(draft) }
    expect(await outcomeOf(at.two, [mutation('draft.publish', seen)])).toEqual([['applied']])
    expect(at.two.all<PostRecord>('posts')).toMatchObject([
      {
        files: [{ _id: photo }],
        thumbnail: { _id: thumbnail },
        teaser: { _id: clip },
        tags: ['glaze'],
        isPinned: true,
      },
    ])
  })

  test.each([
    ['another’s', async () => upload(await makePerson(at.server, `thief_${at.count}`, true))],
    ['unknown', async () => v7()],
    ['damaged', async () => upload(at.creator, { type: 'video', status: 'failed' })],
    ['an avatar', async () => upload(at.creator, { purpose: 'avatar' })],
  ])('that are %s are refused, and the draft stays as it was', async (_what, make) => {
    const _id = await at.begin({ text: 'One.' })
    const [[kind] = []] = await outcomeOf(at.one, [save(_id, { changes: { fileIds: [await make()] } })])
    expect([kind, held(at.one).fileIds]).toEqual(['invalid', []])
  })
})
