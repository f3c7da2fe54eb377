import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import { Trash2, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAskAgain } from '../../../core/api/use-ask-again.ts'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { onSocket } from '../../../core/live/socket.ts'
import { whileUnsavedWork } from '../../../core/page/unsaved-work.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { MediaInput } from '../../../ui/controls/media-input.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Card } from '../../../ui/list/card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { Offline } from './cover-card.tsx'
import { useMediaUpload } from './use-media-upload.ts'

const PATH = '/performers/welcome-video'
/** So long after an answer, in milliseconds, a device asks again for a video in processing whose events do not arrive. */
const ASK_MS = 10_000

type OwnVideo = Pick<v.InferOutput<typeof OwnPerformer>, 'welcomeVideo' | 'welcomeVideoFile'>

/** The own welcome video: what everybody sees, how far another one is, and the ways to replace and to remove it. */
export function WelcomeVideoCard({ isOffline }: { isOffline: boolean }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { data, mutate } = useKeptAnswer('/performers/me', OwnPerformer)
  const reload = () => mutate()
  const file = data?.welcomeVideoFile ?? null
  const percent = useProcessing(file, reload)
  const upload = useMediaUpload({ path: `${PATH}/upload`, answer: FileStatus, onUploaded: reload })
  const removal = useAction(async () => {
    await whileUnsavedWork(callApi({ method: 'DELETE', path: PATH, answer: Done }))
    await reload()
    void showToast('success', t`Welcome video removed`)
  })
  const error = upload.error ?? removal.error
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-bold">
        <Trans>Welcome video</Trans>
      </h2>
      {data && <Shown video={data} percent={percent} />}
      <p className="text-sm text-muted">
        <Trans>At most a minute. Everybody can watch it on your page.</Trans>
      </p>
      {upload.progress !== null && <Progress value={upload.progress} label={t`Uploading the welcome video`} />}
      <FormAlert text={error === null ? null : errorMessage(error)} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          busy={upload.busy}
          disabled={isOffline || removal.busy}
          icon={<Video className="size-5" aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {file ? <Trans>Upload another welcome video</Trans> : <Trans>Upload a welcome video</Trans>}
        </Button>
        {file && (
          <Button
            kind="quiet"
            busy={removal.busy}
            disabled={isOffline || upload.busy}
            icon={<Trash2 className="size-5" aria-hidden="true" />}
            onClick={() => setAsking(true)}
          >
            <Trans>Remove the welcome video</Trans>
          </Button>
        )}
      </div>
      {isOffline && <Offline />}
      <MediaInput ref={input} accept="video/*" isSingle onPicked={([chosen]) => chosen && void upload.run(chosen)} />
      {isAsking && (
        <ConfirmDialog
          title={t`Remove the welcome video?`}
          yes={<Trans>Remove</Trans>}
          onYes={() => {
            setAsking(false)
            void removal.run()
          }}
          onClose={() => setAsking(false)}
        >
          <Trans>It goes for good, on all your devices.</Trans>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Shown({ video: { welcomeVideo, welcomeVideoFile }, percent }: { video: OwnVideo; percent: number | null }) {
  const { t } = useLingui()
  if (welcomeVideoFile?.status === 'failed') return <Failure failure={welcomeVideoFile.failure} />
  if (welcomeVideoFile?.status === 'processing') {
    return (
      <div role="status" className="grid gap-1 text-sm text-muted">
        {percent === null ? <Trans>Preparing</Trans> : <Trans>Preparing, {percent} %</Trans>}
        <Progress value={percent === null ? null : percent / 100} label={t`Preparing the welcome video`} />
      </div>
    )
  }
  if (!welcomeVideo) return null
  return (
    <video
      key={welcomeVideo.url}
      src={welcomeVideo.url}
      poster={welcomeVideo.posterUrl ?? undefined}
      controls
      playsInline
      preload="none"
      aria-label={t`Welcome video`}
      className="max-h-96 w-full rounded-control bg-black"
    />
  )
}

/** Why the video could not be prepared, and the next step. */
function Failure({ failure }: { failure: FileStatus['failure'] }): ReactNode {
  return (
    <p className="text-sm font-semibold text-danger-ink">
      {failure === 'too-long' ? (
        <Trans>The video is too long. Shorten it to a minute, and upload it again.</Trans>
      ) : failure === 'unsupported' ? (
        <Trans>Videos of this kind cannot be prepared. Save it in another format, and upload it again.</Trans>
      ) : failure === 'timeout' ? (
        <Trans>The video took too long to prepare. Save it smaller, and upload it again.</Trans>
      ) : (
        <Trans>The video is damaged, or a part of it is missing. Upload it again.</Trans>
      )}
    </p>
  )
}

/** The percent of a file in processing; null while unknown. Calls `onDone` when it is ready or has failed. */
function useProcessing(file: OwnVideo['welcomeVideoFile'], onDone: () => Promise<unknown>): number | null {
  const [known, setKnown] = useState<{ fileId: string; percent: number | null } | null>(null)
  const done = useRef(onDone)
  useEffect(() => void (done.current = onDone))
  const id = file?.status === 'processing' ? file._id : null
  useEffect(() => {
    if (id === null) return
    return onSocket('file:status', ({ fileId, status, progress }) => {
      if (fileId !== id) return
      setKnown({ fileId, percent: progress })
      if (status === 'ready' || status === 'failed') void done.current()
    })
  }, [id])
  useAskAgain(id !== null, onDone, ASK_MS)
  return known?.fileId === id ? known.percent : (file?.progress ?? null)
}
