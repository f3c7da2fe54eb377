import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { Overlay } from '../../engine/core/overlay.ts'
import { RowMap } from '../../engine/core/row-map.ts'
import { emptyDraft, sightOf } from '../records/post-draft.ts'
import type { PostDraft } from '../records/post-draft.ts'
import { vesperModel } from '../vesper-model.ts'
import { discardDraft, publishDraft, saveDraft } from './drafts.ts'
import type { SaveDraft } from './drafts.ts'

const me = v7()
const draftId = v7()
const queuedAt = '2026-01-01T00:00:00.000Z'
const editedAt = '2026-01-01T00:01:00.000Z'
const stamps = { createdAt: queuedAt, updatedAt: queuedAt }
const standing: PostDraft = {
  ...{
    _id: draftId,
    ownerId: me,
    ...emptyDraft,
    ...stamps,
    files: [],
    thumbnail: null,
    teaser: null,
    isPublishing: false,
  },
  text: 'One. Two. Three.',
}

function save(edit: Partial<SaveDraft>): SaveDraft {
  return { _id: draftId, base: {}, changes: {}, editedAt, ...edit }
}

/** The draft as it is shown over `row`; null when it is gone. */
async function show(
  row: PostDraft | null,
  ...halves: ((tx: Parameters<typeof saveDraft.optimistic>[0]) => Promise<void>)[]
) {
  const overlay = new Overlay(new RowMap(), async () => row ?? undefined)
  for (const half of halves) await overlay.run(half)
  return overlay.written.get('post-drafts', draftId) as PostDraft | null | undefined
}

const context = { account: me, order: 1, queuedAt }
const saving = (edit: Partial<SaveDraft>) => (tx: Parameters<typeof saveDraft.optimistic>[0]) =>
  saveDraft.optimistic(tx, save(edit), context)

describe('rows on the device', () => {
  test('a save begins a draft, and the next one goes on in it', async () => {
    const shown = await show(
      null,
      saving({ changes: { text: 'a' } }),
      saving({ base: { text: 'a' }, changes: { text: 'ab' } }),
    )
    expect(shown).toEqual({ ...standing, text: 'ab', createdAt: editedAt, updatedAt: editedAt })
  })

  test('a save over what another device has written in the meantime is merged', async () => {
    const base = { text: 'One. Two.' }
    const shown = await show(standing, saving({ base, changes: { text: 'First. Two.' } }))
    expect(shown).toMatchObject({ text: 'First. Two. Three.', kept: [] })
  })

  test('photos that are not named any more are not shown', async () => {
    const file = { _id: 'f' } as PostDraft['files'][number]
    const row = { ...standing, fileIds: ['f'], files: [file] }
    expect(await show(row, saving({ base: { fileIds: ['f'] }, changes: { fileIds: [] } }))).toMatchObject({ files: [] })
    expect(await show(row, saving({ changes: { text: 'x' } }))).toMatchObject({ files: [file] })
  })

  test('one that is discarded is gone, one that is published waits, if it still is what was seen', async () => {
    const seen = { _id: draftId, seen: sightOf(standing) }
    expect(await show(standing, (tx) => discardDraft.optimistic(tx, seen, context))).toBeNull()
    const publish = (tx: Parameters<typeof saveDraft.optimistic>[0]) => publishDraft.optimistic(tx, seen, context)
    expect(await show(standing, publish)).toMatchObject({ isPublishing: true })
    expect(await show({ ...standing, text: 'Changed.' }, publish)).toBeUndefined()
    expect(await show(null, publish)).toBeUndefined()
  })
})

describe('[OUTBOX-8] saves of one draft', () => {
  const fold = saveDraft.fold ?? (() => null)

  test('fold where the second goes on from what the first has left', () => {
    const first = save({ base: { text: '' }, changes: { text: 'a' } })
    const second = save({ base: { text: 'a', price: 0 }, changes: { text: 'ab', price: 5 }, editedAt: queuedAt })
    expect(fold(first, second)).toEqual({
      ...{ _id: draftId, editedAt: queuedAt },
      ...{ base: { text: '', price: 0 }, changes: { text: 'ab', price: 5 } },
    })
  })

  test('do not where something came in between', () => {
    const first = save({ base: { text: '' }, changes: { text: 'a' } })
    expect(fold(first, save({ base: { text: 'theirs. a' }, changes: { text: 'theirs.' } }))).toBeNull()
  })

  test('do not with photos, nor with decisions about kept versions', () => {
    const words = save({ changes: { text: 'a' } })
    const photos = save({ changes: { fileIds: [v7()] } })
    const decided = save({ settled: [v7()] })
    for (const [one, other] of [
      [words, photos],
      [photos, words],
      [words, decided],
      [decided, words],
    ] as const) {
      expect(fold(one, other)).toBeNull()
    }
  })

  test('do with files where the second takes some out: what never went up need not', () => {
    const [a, b] = [v7(), v7()]
    const added = save({ base: { fileIds: [] }, changes: { fileIds: [a, b] } })
    const takenOut = save({ base: { fileIds: [a, b] }, changes: { fileIds: [b] }, editedAt: queuedAt })
    const folded = fold(added, takenOut)
    expect(folded).toMatchObject({ base: { fileIds: [] }, changes: { fileIds: [b] } })
    expect(vesperModel.files('draft.save', folded)).toEqual([b])
    expect(fold(added, save({ base: { fileIds: [a, b] }, changes: { fileIds: [a, b, v7()] } }))).toBeNull()
    expect(fold(added, save({ base: { fileIds: [] }, changes: { fileIds: [] } }))).toBeNull()
  })

  test('fold once, though the second is queued again after a commit that was not heard of', () => {
    const second = save({ base: { text: 'a' }, changes: { text: 'ab' } })
    const folded = fold(save({ base: { text: '' }, changes: { text: 'a' } }), second)
    expect(folded && fold(folded, second)).toEqual(folded)
  })
})

test('[UPLOAD-1] a save names the photos that it adds', () => {
  const fileIds = [v7(), v7()]
  expect(vesperModel.files('draft.save', save({ changes: { fileIds } }))).toEqual(fileIds)
  expect(vesperModel.files('draft.save', save({ changes: { text: 'x' } }))).toEqual([])
})
