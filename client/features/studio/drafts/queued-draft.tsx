import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord, Upload } from '@vesper/sync/engine/store.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { draftFile } from '../../../entities/library/use-files.ts'
import { Progress } from '../../../ui/controls/progress.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { isDue } from '../posts/post-items.ts'

type Props = { records: readonly OutboxRecord[] }

type Contents = { text: string; scheduledAt: string | null; photos: number; videos: number; uploads: Upload[] }

/** All that is queued for one draft: what it is, what it waits for, its text, and how much of its files is uploaded. */
export function QueuedDraft({ records }: Props) {
  const { t } = useLingui()
  const { db } = useSync()
  const draftId = records.map(({ args }) => (args as { _id?: string } | null)?._id).find(Boolean) ?? ''
  const contents = useLiveQuery(async (): Promise<Contents> => {
    const draft = await db['post-drafts'].get(draftId)
    const uploads = await db.uploads.bulkGet(draft?.fileIds ?? [])
    return contentsOf(draft, uploads)
  }, [db, draftId])
  const { text, scheduledAt, photos, videos, uploads } = contents ?? contentsOf(undefined, [])
  const isScheduled = !isDue(scheduledAt, useNow())
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0)
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0)
  return (
    <div className="grid gap-2 [overflow-wrap:anywhere]">
      <p className="font-semibold">
        <Trans>
          <Made kind={records.some(isPublishing) ? 'post' : 'draft'} photos={photos} videos={videos} />,{' '}
          <Awaited records={records} isScheduled={isScheduled} />
        </Trans>
      </p>
      {text && (
        <p dir="auto" className="line-clamp-4 whitespace-pre-wrap">
          {text}
        </p>
      )}
      {sent < size && <Progress value={sent / size} label={t`Uploaded`} />}
    </div>
  )
}

function contentsOf(draft: PostDraft | undefined, uploads: readonly (Upload | undefined)[]): Contents {
  const files = (draft?.fileIds ?? []).map((fileId, index) => {
    const record = draft?.files.find(({ _id }) => _id === fileId)
    return draftFile(fileId, { upload: uploads[index], url: null, record })
  })
  const videos = files.filter(({ type }) => type === 'video').length
  const held = uploads.filter((upload) => upload !== undefined)
  const { text = '', scheduledAt = null } = draft ?? {}
  return { text, scheduledAt, photos: files.length - videos, videos, uploads: held }
}

function Made({ kind, photos, videos }: { kind: 'post' | 'draft' } & Pick<Contents, 'photos' | 'videos'>) {
  const files = photos + videos
  if (files === 0) return kind === 'post' ? <Trans>Post</Trans> : <Trans>Draft</Trans>
  if (videos === 0) {
    return kind === 'post' ? (
      <Plural value={photos} one="Post with # photo" other="Post with # photos" />
    ) : (
      <Plural value={photos} one="Draft with # photo" other="Draft with # photos" />
    )
  }
  if (photos === 0) {
    return kind === 'post' ? (
      <Plural value={videos} one="Post with # video" other="Post with # videos" />
    ) : (
      <Plural value={videos} one="Draft with # video" other="Draft with # videos" />
    )
  }
  return kind === 'post' ? (
    <Plural value={files} one="Post with # photo or video" other="Post with # photos and videos" />
  ) : (
    <Plural value={files} one="Draft with # photo or video" other="Draft with # photos and videos" />
  )
}

function Awaited({ records, isScheduled }: Props & { isScheduled: boolean }) {
  const isPublished = records.some(isPublishing)
  const isDiscarded = records.some(({ name }) => name === 'draft.discard')
  if (records.some(({ state }) => state === 'rejected')) {
    return isPublished ? <Trans>not published</Trans> : <Trans>not saved</Trans>
  }
  if (isDiscarded) return <Trans>waiting to be discarded</Trans>
  if (!isPublished) return <Trans>waiting to be saved</Trans>
  return isScheduled ? <Trans>waiting to be scheduled</Trans> : <Trans>waiting to be published</Trans>
}

function isPublishing({ name }: OutboxRecord): boolean {
  return name === 'draft.publish'
}
