import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { UpdateArgs } from '@vesper/sync/vesper/mutations/posts.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { keepFile } from '../drafts/attach-to-draft.ts'
import { PreviewFields } from '../files/preview-fields.tsx'

type Field = 'thumbnailId' | 'teaserId'

const purposes = { thumbnailId: 'feed-thumbnail', teaserId: 'feed-teaser' } as const satisfies Record<
  Field,
  FilePurpose
>

/** The thumbnail and the teaser of a post that is on the server. Each change is queued at once, as files are. */
export function PostPreview({ post, records }: { post: Post; records: readonly OutboxRecord[] }) {
  const sync = useSync()
  const placing = useActionWithToast(async (field: Field, file: File | null) => {
    const fileId = file && v7()
    if (file && fileId) await keepFile({ sync, count: 0, purpose: purposes[field] }, fileId, file)
    await sync.mutate('post.update', { _id: post._id, changes: { [field]: fileId } })
  })
  const placeOf = (field: Field, record: Post['thumbnail']) => ({
    fileId: queuedFile(records, field, record?._id ?? null),
    record,
    onPicked: (file: File) => void placing.run(field, file),
    onRemove: () => void placing.run(field, null),
  })
  return (
    <PreviewFields
      thumbnail={placeOf('thumbnailId', post.thumbnail ?? null)}
      teaser={placeOf('teaserId', post.teaser ?? null)}
      isReadOnly={false}
      isBusy={placing.busy}
    />
  )
}

/** The part of a post that others see once all that is queued was applied. */
export function strangerViewOf(post: Post, records: readonly OutboxRecord[]) {
  const { files, thumbnail, teaser } = post
  return {
    fileIds: files.map(({ _id }) => _id),
    thumbnailId: queuedFile(records, 'thumbnailId', thumbnail?._id ?? null),
    hasTeaser: queuedFile(records, 'teaserId', teaser?._id ?? null) !== null,
    records: thumbnail ? [...files, thumbnail] : files,
  }
}

/** The file that a place has once all that is queued was applied. */
export function queuedFile(
  records: readonly Pick<OutboxRecord, 'name' | 'state' | 'args'>[],
  field: Field,
  stored: string | null,
): string | null {
  const queued = records.flatMap(({ name, state, args }) => {
    const isChange = name === 'post.update' && state !== 'rejected' && v.is(UpdateArgs, args)
    const fileId = isChange ? args.changes[field] : undefined
    return fileId === undefined ? [] : [fileId]
  })
  return queued.length > 0 ? (queued.at(-1) ?? null) : stored
}
