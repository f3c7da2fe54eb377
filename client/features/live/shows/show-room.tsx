import { Trans, useLingui } from '@lingui/react/macro'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { useEffect } from 'react'
import useSWR from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { listTiming } from '../../../core/api/use-cached-query.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { StreamChat } from '../chat/stream-chat.tsx'
import { useStreamRoom } from '../chat/use-stream-room.ts'
import type { StreamRoom } from '../chat/use-stream-room.ts'
import { Preview } from '../studio/preview.tsx'
import { useDevices } from '../studio/use-devices.ts'
import { usePublisher } from '../studio/use-publisher.ts'
import { useWakeLock } from '../studio/use-wake-lock.ts'
import { Stage } from '../watch/stage.tsx'
import { StreamStatusLabel } from '../watch/stream-status-label.tsx'
import { useFullScreen } from '../watch/use-full-screen.ts'
import type { FullScreen } from '../watch/use-full-screen.ts'
import { useViewer } from '../watch/use-viewer.ts'
import { LeaveShow } from './leave-show.tsx'
import { CostOver, RunningCost } from './running-cost.tsx'

/** A show that runs: the picture, the chat of the two, and what it costs by now. */
export function ShowRoom({ show, userId }: { show: Show; userId: string }) {
  const { t } = useLingui()
  const { streamId } = show
  const { data, error, mutate } = useSWR<JoinAnswer, unknown>(
    streamId === null ? null : ['show stream', streamId],
    () => callApi({ path: `/streaming/join/${streamId ?? ''}`, answer: JoinAnswer }),
    listTiming,
  )
  const room = useStreamRoom(data ? streamId : null)
  useWakeLock(true)
  const { frame, ...fullScreen } = useFullScreen()
  const { isFull } = fullScreen
  if (!data) {
    return error === undefined ? (
      <Skeleton className="aspect-video w-full max-w-3xl rounded-card" />
    ) : (
      <ErrorState title={t`The show could not be loaded`} message={errorMessage(error)} onRetry={() => void mutate()} />
    )
  }
  const isCreator = show.performer._id === userId
  const { stream, rtc } = data
  return (
    <div
      ref={frame}
      className={
        isFull ? 'fixed inset-0 z-40 bg-[#000]' : 'grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]'
      }
    >
      <div className={isFull ? 'h-full' : 'grid content-start gap-3'}>
        {isCreator ? (
          <Performing stream={stream} rtc={rtc} room={room} />
        ) : (
          <Watching stream={stream} rtc={rtc} room={room} fullScreen={fullScreen} show={show} />
        )}
        {!isFull && <RunningCost show={show} isCreator={isCreator} />}
        {!isFull && <LeaveShow show={show} isCreator={isCreator} />}
      </div>
      <ChatPanel isOver={isFull} className="h-80 rounded-card border border-line lg:h-[70dvh]">
        <StreamChat streamId={stream._id} room={room} viewerId={userId} isOver={isFull} />
      </ChatPanel>
    </div>
  )
}

type Side = { stream: Stream; rtc: string; room: StreamRoom }

function Watching({ stream, rtc, room, fullScreen, show }: Side & { fullScreen: FullScreen; show: Show }) {
  const status = room.state?.status ?? stream.status
  const watched = status === 'ended' ? null : { streamId: stream._id, rtc, isLive: status === 'live' }
  const { state, setSoundOnly } = useViewer(watched)
  return (
    <Stage
      stream={stream}
      status={status}
      isAway={false}
      viewer={state}
      onSoundOnly={setSoundOnly}
      facts={fullScreen.isFull && <CostOver show={show} />}
      fullScreen={fullScreen}
    />
  )
}

function Performing({ stream, rtc, room }: Side) {
  const devices = useDevices()
  const { media, problem, open } = devices
  const status = room.state?.status ?? stream.status
  const publisher = usePublisher(media && status !== 'ended' ? { streamId: stream._id, rtc, media } : null)
  useEffect(() => {
    if (!media && problem === null) void open()
  }, [media, problem, open])
  return (
    <>
      <Preview
        devices={devices}
        facts={
          <StreamStatusLabel status={publisher.phase === 'waiting' && status === 'live' ? 'reconnecting' : status} />
        }
      />
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
    </>
  )
}
