import { Trans, useLingui } from '@lingui/react/macro'
import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { Pin, SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatLog, keepsOrder } from './chat-log.tsx'
import type { StreamRoom } from './use-stream-room.ts'

const ChatDesk = lazyAgain(async () => (await import('./chat-desk.tsx')).ChatDesk)

type Props = {
  streamId: string
  room: StreamRoom
  viewerId: string
  /** Stands beside the box to write in: the way to tip. */
  action?: ReactNode
  /** Over the picture: light letters, without a ground of its own. */
  isOver?: boolean
}

/** The chat of a stream: the lines, the pinned one above them, and the box to write in. */
export function StreamChat({ streamId, room, viewerId, action, isOver = false }: Props) {
  const { t } = useLingui()
  const [replyTo, setReplyTo] = useState<StreamMessage | null>(null)
  const isModerator = keepsOrder(room)
  const [isDeskOpen, setDeskOpen] = useState(false)
  const unpinning = useActionWithToast(() => room.moderate({ action: 'pin', streamId, messageId: null }))
  const unpin = () => void unpinning.run()
  return (
    <>
      <section
        aria-label={t`Chat`}
        className={cx(
          'flex min-h-0 flex-1 flex-col',
          isOver && 'text-white [text-shadow:0_1px_3px_#000c] [&_button]:text-white [&_button]:hover:bg-[#fff3]',
        )}
      >
        {isModerator && room.mode && (
          <Button
            kind="quiet"
            className="mx-2 mt-1 self-end px-2! text-sm!"
            icon={<SlidersHorizontal className="size-4" />}
            onClick={() => setDeskOpen(true)}
          >
            <Trans>Rules of the chat</Trans>
          </Button>
        )}
        {room.pinned && !room.pinned.isDeleted && (
          <Pinned line={room.pinned} isOver={isOver} unpin={isModerator ? unpin : null} />
        )}
        <ChatLog room={room} streamId={streamId} viewerId={viewerId} isOver={isOver} onReply={setReplyTo} />
        <ChatComposer
          streamId={streamId}
          room={room}
          replyTo={replyTo}
          onReplied={() => setReplyTo(null)}
          action={action}
          isOver={isOver}
        />
      </section>
      {/* Beside the section: a chat over the picture has white buttons. */}
      {isDeskOpen && room.mode && (
        <Suspense>
          <ChatDesk streamId={streamId} room={room} mode={room.mode} onClose={() => setDeskOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type PinnedProps = { line: StreamMessage; isOver: boolean; unpin: (() => void) | null }

function Pinned({ line, isOver, unpin }: PinnedProps) {
  const { t } = useLingui()
  return (
    <p className={cx('flex items-start gap-2 px-3 py-2 text-sm', !isOver && 'border-b border-line')}>
      <Pin className="mt-0.5 size-4 shrink-0" role="img" aria-label={t`Pinned`} />
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {line.text}
      </span>
      {unpin && (
        <IconButton label={t`Unpin`} className="-my-2 size-9!" onClick={unpin}>
          <X className="size-4" />
        </IconButton>
      )}
    </p>
  )
}
