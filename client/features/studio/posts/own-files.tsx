import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { X } from 'lucide-react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { FilePicture } from '../../../entities/library/file-picture.tsx'
import { FileStatusLabel } from '../../../entities/library/file-status-label.tsx'
import { draftFile } from '../../../entities/library/use-files.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'

/** The files of a post that is on the server. One that could not be processed keeps the post back until it is removed. */
export function OwnFiles({ post }: { post: Post }) {
  const { t } = useLingui()
  if (post.files.length === 0) return null
  const hasFailed = post.files.some(({ status }) => status === 'failed')
  return (
    <div className="grid gap-3">
      <div role="status" className="empty:absolute">
        {post.status === 'processing' && (
          <Notice tone={hasFailed ? 'warning' : 'info'}>
            {hasFailed ? (
              <Trans>A file could not be processed. Remove it, and the post goes out without it.</Trans>
            ) : (
              <Trans>The post goes out when its files are ready.</Trans>
            )}
          </Notice>
        )}
      </div>
      <ul role="list" aria-label={t`Photos and videos`} className="grid grid-cols-3 gap-3 sm:grid-cols-4">
        {post.files.map((file, index) => (
          <li key={file._id}>
            <OwnFile postId={post._id} file={file} number={index + 1} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function OwnFile({ postId, file, number }: { postId: string; file: FileRecord; number: number }) {
  const { t } = useLingui()
  const sync = useSync()
  const removing = useActionWithToast(async () => {
    await sync.mutate('post.update', { _id: postId, changes: { removedFileIds: [file._id] } })
  })
  const shown = draftFile(file._id, { upload: undefined, url: null, record: file })
  return (
    <div className="relative grid aspect-square place-items-center overflow-hidden rounded-card border border-line bg-raised">
      <FilePicture file={shown} number={number} />
      <FileStatusLabel file={shown} />
      {file.status === 'failed' && (
        <IconButton
          label={t`Remove file ${number}`}
          className="absolute end-1 bottom-1 bg-surface"
          disabled={removing.busy}
          onClick={() => void removing.run()}
        >
          <X className="size-5" />
        </IconButton>
      )}
    </div>
  )
}
