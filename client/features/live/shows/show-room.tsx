import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { useEffect } from 'react'
import useSWR from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { listTiming } from '../../../core/api/use-cached-query.ts'
import { clockTime } from '../../../core/media/clock-time.ts'
import { TokenPrice, useMoneyOf } from '../../../core/settings/token-price.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
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
import { askShow } from './ask-show.ts'

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
        {!isFull && <Cost show={show} isCreator={isCreator} />}
        {!isFull && <Leave show={show} isCreator={isCreator} />}
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

/** The cost over the picture, where the line beneath it is covered. */
function CostOver({ show }: { show: Show }) {
  const money = useMoneyOf()(show.charged)
  const left = show.secondsLeft === null ? null : clockTime(show.secondsLeft)
  return (
    <span className="text-xs font-semibold tabular-nums">
      <Plural value={show.charged} one="# token" other="# tokens" />
      {money !== null && ` (${money})`} · {clockTime(show.seconds)}
      {left !== null && (
        <span className={cx('ms-2', show.lowBalance && 'rounded-full bg-danger px-2 py-0.5')}>
          <Trans>{left} left</Trans>
        </span>
      )}
    </span>
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

/** The cost by now. It counts only the seconds in which both are connected. */
function Cost({ show, isCreator }: { show: Show; isCreator: boolean }) {
  const { t } = useLingui()
  const left = show.secondsLeft === null ? null : clockTime(show.secondsLeft)
  return (
    <div className="grid gap-2">
      <p
        role="status"
        aria-label={t`Running cost`}
        className="flex flex-wrap items-baseline gap-x-3 rounded-control bg-raised px-4 py-2 font-semibold tabular-nums"
      >
        <TokenPrice value={show.charged} />
        <span className="text-sm font-normal text-muted">{clockTime(show.seconds)}</span>
        {left !== null && (
          <span className="text-sm font-normal text-warn-ink">
            <Trans>{left} left</Trans>
          </span>
        )}
        <span className="text-sm font-normal text-muted">
          <Plural value={show.rate} one="# token a minute" other="# tokens a minute" />
          {show.cap !== null && (
            <>
              {' '}
              · <Plural value={show.cap} one="at most # token" other="at most # tokens" />
            </>
          )}
        </span>
      </p>
      {show.status === 'accepted' && (
        <Notice role="status">
          <Trans>Connecting. Nothing counts before both see and hear each other’s line.</Trans>
        </Notice>
      )}
      {show.lowBalance && (
        <Notice tone="warning" role="alert">
          {isCreator ? (
            <Trans>The fan’s tokens end soon. The show ends with them.</Trans>
          ) : (
            <Trans>Your tokens end soon. The show ends with them.</Trans>
          )}
        </Notice>
      )}
    </div>
  )
}

function Leave({ show, isCreator }: { show: Show; isCreator: boolean }) {
  const leave = useAction(async () => void (await askShow('show:end', { requestId: show._id })))
  const owed = show.rate * show.minimum
  const money = useMoneyOf()(owed)
  return (
    <div className="grid gap-2">
      {!isCreator && show.status === 'active' && show.charged < owed && (
        <p className="text-sm text-muted">
          <Plural value={owed} one="If you leave now, # token is paid." other="If you leave now, # tokens are paid." />
          {money !== null && ` (${money})`}
        </p>
      )}
      {leave.error !== null && (
        <Notice tone="danger" role="alert">
          {errorMessage(leave.error)}
        </Notice>
      )}
      <Button kind="danger" busy={leave.busy} className="justify-self-start" onClick={() => void leave.run()}>
        <Trans>Leave</Trans>
      </Button>
    </div>
  )
}
