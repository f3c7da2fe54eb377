import { Trans, useLingui } from '@lingui/react/macro'
import { Square, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { clockTime } from '../../../core/media/clock-time.ts'
import { holdUnsavedWork } from '../../../core/page/unsaved-work.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { startRecording, VOICE_MAX_MS } from './start-recording.ts'
import type { Recording } from './start-recording.ts'

type Props = {
  /** A recording was stopped: it is listened to, sent or removed as any other file of the message. */
  onDone: (file: File) => void
  onClose: () => void
}

/** Records from the moment when it is shown. */
export function VoiceRecorder({ onDone, onClose }: Props) {
  const { t } = useLingui()
  const { since, failure, stop } = useRecording(onDone, onClose)
  if (failure) {
    return (
      <div role="alert" className="flex items-start gap-2 px-2 pb-2">
        <div className="min-w-0 flex-1">
          <Notice tone="danger">{failure}</Notice>
        </div>
        <IconButton label={t`Close`} className="text-muted" onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  return (
    <div role="group" aria-label={t`Voice message`} className="flex items-center gap-2 px-2 pb-2">
      <span className="size-3 animate-pulse rounded-full bg-danger-ink" aria-hidden="true" />
      <span className="flex-1 text-sm">
        {since === null ? <Trans>Waiting for the microphone</Trans> : <Elapsed since={since} onEnd={stop} />}
      </span>
      <IconButton label={t`Cancel the recording`} className="text-muted" onClick={onClose}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
      <IconButton label={t`Stop recording`} className="text-danger-ink" onClick={stop}>
        <Square className="size-5 fill-current" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The time since the beginning; at its limit the recording ends by itself. */
function Elapsed({ since, onEnd }: { since: number; onEnd: () => void }) {
  const [ms, setMs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMs(performance.now() - since), 250)
    return () => clearInterval(timer)
  }, [since])
  const isOver = ms >= VOICE_MAX_MS
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <span role="timer" className="tabular-nums">
      {clockTime(ms / 1000)} / {clockTime(VOICE_MAX_MS / 1000)}
    </span>
  )
}

function useRecording(onDone: Props['onDone'], onClose: Props['onClose']) {
  const [since, setSince] = useState<number | null>(null)
  const [failure, setFailure] = useState<ReactNode>(null)
  const recording = useRef<Recording | null>(null)
  const latest = useRef({ onDone, onClose })
  latest.current = { onDone, onClose }
  useEffect(() => {
    let isGone = false
    // A newer version of the app waits with its reload.
    const release = holdUnsavedWork()
    startRecording().then(
      (begun) => {
        if (isGone) return begun.cancel()
        recording.current = begun
        setSince(performance.now())
      },
      (error: unknown) => setFailure(reasonOf(error)),
    )
    return () => {
      isGone = true
      recording.current?.cancel()
      recording.current = null
      release()
    }
  }, [])
  const [stop] = useState(() => () => {
    const begun = recording.current
    recording.current = null
    if (!begun) return latest.current.onClose()
    begun.stop().then(
      (file) => {
        latest.current.onDone(file)
        latest.current.onClose()
      },
      (error: unknown) => setFailure(reasonOf(error)),
    )
  })
  return { since, failure, stop }
}

function reasonOf(error: unknown): ReactNode {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return (
      <Trans>The microphone is blocked. Allow it for this page in the settings of the browser, then try again.</Trans>
    )
  }
  if (name === 'NotFoundError') return <Trans>There is no microphone. Connect one, then try again.</Trans>
  console.warn('A recording has failed', error)
  return <Trans>This browser could not record. Close other apps that use the microphone, then try again.</Trans>
}
