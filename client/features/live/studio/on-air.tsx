import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DurationAnswer, JoinAnswer, Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import type { StreamStatus } from '@vesper/sync/vesper/api/live-streams.ts'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { clockTime } from '../../../core/media/clock-time.ts'
import { holdUnsavedWork } from '../../../core/page/unsaved-work.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { StreamChat } from '../chat/stream-chat.tsx'
import { useStreamRoom } from '../chat/use-stream-room.ts'
import { useShowRequests } from '../shows/use-show-requests.ts'
import { StreamStatusLabel } from '../watch/stream-status-label.tsx'
import { EndStream } from './end-stream.tsx'
import { LineFigures } from './line-figures.tsx'
import { useLocalRecording } from './local-recording/use-local-recording.ts'
import { Preview } from './preview.tsx'
import type { PublisherState } from './publisher-session.ts'
import type { Devices } from './use-devices.ts'
import { usePublisher } from './use-publisher.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** The pause before the next sign of life. */
const HEARTBEAT_MS = 15_000

type Props = { stream: Stream; rtc: string; userId: string; devices: Devices; onEnded: () => void }

/** The creator's side of a running stream: the picture as viewers see it, the chat, and the way to end it. */
export function OnAir({ stream, rtc, userId, devices, onEnded }: Props) {
  const { _id: streamId } = stream
  const { media, problem, open } = devices
  const room = useStreamRoom(streamId)
  const status = room.state?.status ?? stream.status
  const isOver = status === 'ended'
  const publisher = usePublisher(media && !isOver ? { streamId, rtc, media } : null)
  const isAway = room.state?.isAway ?? stream.isAway
  useLocalRecording(media && stream.isRecorded && !isOver && !isAway ? { account: userId, streamId, media } : null)
  const isHidden = useHidden()
  useWakeLock(!isOver)
  // The button that led here stands further down.
  useEffect(() => {
    // Some browsers answer a promise, which would be taken for the end of the effect.
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    // A page that was reloaded has no camera yet.
    if (!media && problem === null) void open()
  }, [media, problem, open])
  useEffect(() => {
    if (isOver) onEnded()
  }, [isOver, onEnded])
  useHeartbeat(streamId, !isOver)
  useLeaveWarning(!isOver)
  const viewers = room.state?.viewers ?? stream.viewers
  return (
    <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid content-start gap-3">
        <Preview
          devices={devices}
          facts={
            <>
              <StreamStatusLabel
                status={publisher.phase === 'waiting' && status === 'live' ? 'reconnecting' : status}
              />
              <span className="inline-flex items-center gap-1 text-xs font-semibold">
                <Eye className="size-4" aria-hidden="true" />
                <Plural value={viewers} one="# viewer" other="# viewers" />
              </span>
              <span className="text-xs tabular-nums">{clockTime(room.state?.seconds ?? stream.seconds)}</span>
            </>
          }
        />
        <p role="status" className="text-sm text-muted">
          <SeenByViewers
            status={status}
            publisher={publisher}
            isCameraOn={devices.isCameraOn}
            isHidden={isHidden}
            isAway={isAway}
          />
        </p>
        {publisher.line && <LineFigures line={publisher.line} />}
        {problem && (
          <Notice tone="danger" role="alert">
            <p>
              <Trans>Your camera or microphone does not answer.</Trans>
            </p>
            <Button kind="secondary" className="mt-2" onClick={() => void open()}>
              <Trans>Try again</Trans>
            </Button>
          </Notice>
        )}
        {publisher.refusal && (
          <Notice tone="danger" role="alert">
            {errorMessage(publisher.refusal)}
          </Notice>
        )}
        <Controls streamId={streamId} viewers={viewers} onEnded={onEnded} />
      </div>
      <div className="flex h-96 min-h-0 flex-col overflow-hidden rounded-card border border-line bg-surface lg:h-[70dvh]">
        <StreamChat streamId={streamId} room={room} viewerId={userId} />
      </div>
    </div>
  )
}

/** The way to end the stream, and to the requests of fans. */
function Controls({ streamId, viewers, onEnded }: { streamId: string; viewers: number; onEnded: () => void }) {
  const requests = useShowRequests()
  const end = async () => {
    const { stream: latest } = await callApi({ path: `/streaming/join/${streamId}`, answer: JoinAnswer })
    const body = { version: latest.version, status: 'ended' }
    await callApi({ method: 'PUT', path: `/streaming/live/${streamId}`, body, answer: Stream })
    onEnded()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <EndStream onEnd={end} viewers={viewers} />
      <Link to="/creator/live/requests" className={buttonClass('secondary')}>
        {requests.length > 0 ? (
          <Plural value={requests.length} one="# request for a private show" other="# requests for a private show" />
        ) : (
          <Trans>Private shows</Trans>
        )}
      </Link>
    </div>
  )
}

type Seen = { status: StreamStatus; publisher: PublisherState; isCameraOn: boolean; isHidden: boolean; isAway: boolean }

/** Tells the creator what viewers see. */
function SeenByViewers({ status, publisher, isCameraOn, isHidden, isAway }: Seen) {
  if (isAway) return <Trans>Viewers see that you are in a private show.</Trans>
  if (isHidden) return <Trans>Your picture stops while this page is hidden.</Trans>
  if (status === 'starting') return <Trans>Your picture is on its way. Nobody sees it yet.</Trans>
  if (status === 'reconnecting' || publisher.phase === 'waiting') {
    return <Trans>Your line is gone. Viewers see the last picture, and wait a minute for you.</Trans>
  }
  return isCameraOn ? <Trans>Viewers see and hear you.</Trans> : <Trans>Viewers hear you and see no picture.</Trans>
}

function useHidden(): boolean {
  const [isHidden, setHidden] = useState(document.visibilityState === 'hidden')
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}

/** The server counts by itself: this only tells it that the page lives. */
function useHeartbeat(streamId: string, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const began = Date.now()
    const timer = setInterval(() => {
      const body = { streamId, duration: Math.round((Date.now() - began) / 1_000) }
      callApi({ method: 'PUT', path: '/streaming/set-duration', body, answer: DurationAnswer }).catch(() => {})
    }, HEARTBEAT_MS)
    return () => clearInterval(timer)
  }, [streamId, isOn])
}

/** A tab that is closed by mistake ends the picture. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    // Nor does an update reload the page.
    const release = holdUnsavedWork()
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      release()
      removeEventListener('beforeunload', warn)
    }
  }, [isOn])
}
