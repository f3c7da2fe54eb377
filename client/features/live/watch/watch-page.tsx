import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import type { StreamState } from '@vesper/sync/vesper/live-events.ts'
import { useUnit } from 'effector-react'
import { Eye, Gem, Radio } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { $offline } from '../../../core/connection/model.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { usePageName } from '../../../core/page/page-name.ts'
import { useContentActions } from '../../../entities/content/use-content-actions.ts'
import { GoalProgress } from '../../../entities/tips/goal-progress.tsx'
import { useTipMenu } from '../../../entities/tips/use-tip-menu.ts'
import { buttonClass, IconButton } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useIsWideScreen } from '../../../ui/use-is-wide-screen.ts'
import { ChatPanel } from '../chat/chat-panel.tsx'
import { StreamChat } from '../chat/stream-chat.tsx'
import { useStreamRoom } from '../chat/use-stream-room.ts'
import { AskForShow } from '../shows/ask-for-show.tsx'
import { useSeat } from '../shows/use-seat.ts'
import type { Seat } from '../shows/use-seat.ts'
import { Stage } from './stage.tsx'
import { StreamHead } from './stream-head.tsx'
import { streamPath } from './stream-path.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useLastReason } from './use-last-reason.ts'
import { useViewer } from './use-viewer.ts'

const DoorCard = lazyAgain(async () => (await import('./door-card.tsx')).DoorCard)
const EndedCard = lazyAgain(async () => (await import('./ended-card.tsx')).EndedCard)
const SeatCost = lazyAgain(async () => (await import('../shows/seat-cost.tsx')).SeatCost)
const CostOver = lazyAgain(async () => (await import('../shows/running-cost.tsx')).CostOver)
const ShowReceipt = lazyAgain(async () => (await import('../shows/show-receipt.tsx')).ShowReceipt)

type Props = {
  username: string
  viewerId: string
  /** A creator asks nobody for a show. */
  isCreator: boolean
  follow: (performerId: string) => ReactNode
}

/** One stream: the picture with the chat beside it, or what one has to do before. */
export function WatchPage({ username, ...props }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, isLoading, mutate } = useKeptAnswer(
    `/streaming/join/${encodeURIComponent(username)}`,
    JoinAnswer,
  )
  usePageName(data?.stream.performer.name)
  if (!data && isLoading) {
    return (
      <main aria-busy="true" className="grid gap-4">
        <Skeleton className="aspect-video w-full rounded-none" />
        <Skeleton className="mx-4 h-40 rounded-card" />
      </main>
    )
  }
  if (!data) {
    const isMissing = error instanceof Refusal && error.kind === 'not-found'
    return (
      <main className="grid flex-1 place-items-center">
        {isMissing ? (
          <EmptyState
            heading="h1"
            icon={<Radio />}
            title={t`There is no stream here`}
            action={
              <Link to="/live" className={buttonClass('secondary')}>
                <Trans>See who is live</Trans>
              </Link>
            }
          >
            <Trans>The creator is not live, or the name is misspelt.</Trans>
          </EmptyState>
        ) : (
          <ErrorState
            heading="h1"
            title={isOffline ? t`Live streams need a connection` : t`The stream could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </main>
    )
  }
  return <Watch key={data.stream._id} answer={data} reload={mutate} {...props} />
}

type WatchProps = Omit<Props, 'username'> & { answer: JoinAnswer; reload: () => Promise<unknown> }

function Watch({ answer, reload, viewerId, isCreator, follow }: WatchProps) {
  const isWide = useIsWideScreen()
  const { stream } = answer
  const { performer, _id: streamId } = stream
  const isOther = performer._id !== viewerId
  const { seat, room, viewer, ...place } = useWatching(answer, reload)
  const { isIn, isOver, putOutFor, status } = place
  const watches = isIn && !isOver
  const { frame, ...fullScreen } = useFullScreen(watches)
  const { isFull } = fullScreen
  return (
    <main className="flex min-h-0 flex-1 flex-col max-md:h-dvh md:p-4">
      {/* A narrow head has room for the title alone. */}
      <StreamHead stream={stream}>{isWide && isOther && follow(performer._id)}</StreamHead>
      <OfflineNotice />
      <div ref={frame} className={frameClass({ isFull, isWide })}>
        <div className={isFull ? 'h-full' : 'grid content-start gap-3'}>
          {watches ? (
            <Stage
              stream={stream}
              status={status}
              isAway={room.state?.isAway ?? stream.isAway}
              viewer={viewer.state}
              onSoundOnly={viewer.setSoundOnly}
              fullScreen={fullScreen}
              facts={
                <>
                  <Viewers count={room.state?.viewers ?? stream.viewers} />
                  {isFull && seat.open && later(<CostOver show={seat.open} />)}
                </>
              }
            />
          ) : (
            <Outside
              answer={isOver ? overFor(answer, room.state) : answer}
              seconds={room.state?.seconds ?? stream.seconds}
              {...{ seat, viewerId }}
              follow={follow(performer._id)}
              refusal={putOutFor}
              onRetry={() => void reload()}
            />
          )}
          {!isFull && watches && seat.open && later(<SeatCost show={seat.open} />)}
          {!isFull && !isOver && isOther && !seat.open && (
            <div className="grid gap-3 px-2 md:px-0">
              <Goal performerId={performer._id} />
              <div className="flex flex-wrap gap-2 *:flex-1">
                {!isWide && follow(performer._id)}
                {!isCreator && stream.kind !== 'group' && (
                  <AskForShow performer={performer} page={streamPath(stream)} />
                )}
              </div>
            </div>
          )}
        </div>
        {isIn && (
          <ChatPanel isOver={isFull} className="flex-1 border-line md:rounded-card md:border">
            <StreamChat
              isOver={isFull}
              streamId={streamId}
              room={room}
              viewerId={viewerId}
              action={isOther && <TipButton stream={stream} />}
            />
          </ChatPanel>
        )}
      </div>
    </main>
  )
}

/** The answer at the end of a stream. The room tells why it ended, also where the server tells nothing of the stream any more. */
function overFor(answer: JoinAnswer, state: StreamState | null): JoinAnswer {
  const endedReason = state?.reason ?? answer.stream.endedReason
  return { ...answer, access: 'over', stream: { ...answer.stream, endedReason } }
}

/** The viewer's place at a stream: their seat, the room, and the line, as far as they may watch. */
function useWatching(answer: JoinAnswer, reload: () => Promise<unknown>) {
  const { stream, access, rtc } = answer
  const { _id: streamId } = stream
  const seat = useSeat(answer)
  const isOpen = access === 'open' && seat.ended === null
  const room = useStreamRoom(isOpen ? streamId : null)
  const status = room.state?.status ?? (access === 'over' ? 'ended' : stream.status)
  const isOver = status === 'ended'
  const isRemoved = isOpen && room.refusal !== null && !room.isIn
  const isIn = isOpen && !isRemoved
  const putOutFor = useLastReason(isRemoved ? room.refusal : null, room.isIn)
  const viewer = useViewer(isIn && !isOver ? { streamId, rtc, isLive: status === 'live' } : null)
  const { retry } = viewer
  // Access may have changed, or the stream has ended: the server knows.
  const isElsewhere = isRemoved || isOver || seat.ended !== null || viewer.state.phase === 'refused'
  useEffect(() => {
    if (isElsewhere) void reload()
  }, [isElsewhere, reload])
  // The group show has begun: its picture is there now.
  const isCalled = seat.open !== null && seat.open.expiresAt !== null
  useEffect(() => {
    if (isCalled) retry()
  }, [isCalled, retry])
  return { seat, room, viewer, status, isOver, isIn, putOutFor }
}

function frameClass({ isFull, isWide }: { isFull: boolean; isWide: boolean }): string {
  if (isFull) return 'fixed inset-0 z-40 bg-[#000]'
  return isWide ? 'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_22rem] gap-4' : 'flex min-h-0 flex-1 flex-col'
}

function later(content: ReactNode) {
  return <Suspense fallback={null}>{content}</Suspense>
}

type OutsideProps = {
  answer: JoinAnswer
  seconds: number
  seat: Seat
  viewerId: string
  follow: ReactNode
  refusal: string | null
  onRetry: () => void
}

/** Stands in the place of the picture: the receipt of the seat, the end of the stream, or its door. */
function Outside({ answer, seconds, seat, viewerId, ...door }: OutsideProps) {
  const isOver = answer.access === 'over'
  const again = () => {
    seat.forget()
    door.onRetry()
  }
  return (
    <Suspense fallback={<Skeleton className="min-h-72 md:rounded-card" />}>
      {seat.ended ? (
        <div className="px-4 md:px-0">
          <ShowReceipt show={seat.ended} userId={viewerId} onAgain={isOver ? null : again} />
        </div>
      ) : isOver ? (
        <EndedCard stream={answer.stream} seconds={seconds} />
      ) : (
        <DoorCard answer={answer} {...door} />
      )}
    </Suspense>
  )
}

function TipButton({ stream }: { stream: Stream }) {
  const { t } = useLingui()
  const { askToTip } = useContentActions()
  const { performer, _id: streamId } = stream
  const tip = () =>
    askToTip({ type: 'performer', id: performer._id, ownerId: performer._id, page: streamPath(stream), streamId })
  return (
    <IconButton label={t`Send a tip`} onClick={tip}>
      <Gem className="size-5" />
    </IconButton>
  )
}

function OfflineNotice() {
  if (!useUnit($offline)) return null
  return (
    <Notice tone="warning" role="status" className="mx-2 mb-2">
      <Trans>You are offline. The stream goes on when your line is back.</Trans>
    </Notice>
  )
}

/** The goal of the creator's tips, if there is one. */
function Goal({ performerId }: { performerId: string }) {
  const goal = useTipMenu(performerId)?.goal
  return goal ? <GoalProgress goal={goal} /> : null
}

function Viewers({ count }: { count: number }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold">
      <Eye className="size-4" aria-hidden="true" />
      <Plural value={count} one="# viewer" other="# viewers" />
    </span>
  )
}
