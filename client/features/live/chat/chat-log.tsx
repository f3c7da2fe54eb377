import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { Gem, Reply, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { UnsentLine } from './chat-state.ts'
import { LineMenu } from './line-menu.tsx'
import type { StreamRoom } from './use-stream-room.ts'

type Props = {
  streamId: string
  room: StreamRoom
  viewerId: string
  isOver: boolean
  onReply: (line: StreamMessage) => void
}

/** True for the creator and the moderators of a chat. */
export function keepsOrder({ you }: Pick<StreamRoom, 'you'>): boolean {
  return you !== null && you.role !== 'viewer'
}

/** The lines of a chat, the latest in sight. */
export function ChatLog({ streamId, room, viewerId, isOver, onReply }: Props) {
  const { t } = useLingui()
  const { lines, unsent, missed } = room.chat
  const log = useStuckToEnd(lines.length + unsent.length)
  return (
    <div
      ref={log}
      role="log"
      aria-label={t`Stream chat`}
      tabIndex={0}
      className={cx(
        'min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-2',
        // Older lines fade into the picture.
        isOver && '[mask-image:linear-gradient(#0000,#000_40%)] [scrollbar-width:none]',
      )}
    >
      {missed > 0 && (
        <p className="pb-2 text-center text-xs text-muted">
          <Plural value={missed} one="# message missed" other="# messages missed" />
        </p>
      )}
      {lines.length === 0 && unsent.length === 0 && (
        <p className={cx('py-4 text-center text-sm', !isOver && 'text-muted')}>
          <Trans>Nobody has said anything yet.</Trans>
        </p>
      )}
      <ul role="list" className="grid gap-1">
        {lines.map((line) => (
          <Line
            key={line._id}
            line={line}
            answered={line.replyTo === null ? null : (lines.find(({ _id }) => _id === line.replyTo) ?? null)}
            menu={
              line.kind === 'text' && !line.isDeleted ? (
                <LineActions
                  line={line}
                  streamId={streamId}
                  room={room}
                  isOwn={line.sender._id === viewerId}
                  isModerator={keepsOrder(room)}
                  onReply={() => onReply(line)}
                />
              ) : null
            }
          />
        ))}
        {unsent.map((line) => (
          <Unsent key={line._id} line={line} />
        ))}
      </ul>
    </div>
  )
}

function Line({ line, answered, menu }: { line: StreamMessage; answered: StreamMessage | null; menu: ReactNode }) {
  const { t } = useLingui()
  const { sender, tokens, item } = line
  const tipped = tokens ?? 0
  return (
    <li
      className={cx(
        'group flex items-start gap-2 rounded-control py-1 text-sm',
        line.kind === 'tip' && 'bg-star/15 px-2',
      )}
    >
      <Avatar name={sender.name} src={sender.avatar} size="sm" className="size-7!" />
      <div className="min-w-0 flex-1">
        {answered && (
          <p dir="auto" className="truncate text-xs opacity-75">
            <Reply className="me-1 inline size-3" aria-hidden="true" />
            {answered.isDeleted ? t`Message deleted` : answered.text}
          </p>
        )}
        <p className="wrap-anywhere">
          {/* The gap is on the side of the page’s direction, not of the name’s. */}
          <span className="me-1.5 font-semibold">
            <bdi>{sender.name}</bdi>
          </span>
          {sender.role === 'creator' && (
            <Badge tone="accent" className="me-1.5">
              <Trans>Creator</Trans>
            </Badge>
          )}
          {sender.role === 'moderator' && (
            <Badge className="me-1.5">
              <Trans>Moderator</Trans>
            </Badge>
          )}
          {line.kind === 'tip' && (
            <span className="me-1.5 font-semibold">
              <Gem className="me-1 inline size-3.5 text-star" aria-hidden="true" />
              <Plural value={tipped} one="tipped # token" other="tipped # tokens" />
              {item !== null && ` · ${item}`}
            </span>
          )}
          <span dir="auto" className={cx(line.isDeleted && 'italic opacity-70')}>
            {line.isDeleted ? t`Message deleted` : line.text}
          </span>
        </p>
        {line.isHeld && (
          <p className="text-xs font-semibold text-warn-ink">
            <Trans>Waits for review</Trans>
          </p>
        )}
        {line.photo?.url && !line.isDeleted && (
          <img
            src={sizedUrl(line.photo.url, 640)}
            alt={t`Photo`}
            loading="lazy"
            className="mt-1 max-h-48 rounded-control object-contain"
          />
        )}
      </div>
      {menu}
    </li>
  )
}

function Unsent({ line }: { line: UnsentLine }) {
  return (
    <li className="py-1 ps-9 text-sm opacity-70">
      <span dir="auto" className="wrap-anywhere">
        {line.text}
      </span>{' '}
      <span className="text-xs">
        {line.isHeld ? <Trans>A moderator looks at it first</Trans> : <Trans>Waiting</Trans>}
      </span>
    </li>
  )
}

type ActionProps = {
  line: StreamMessage
  streamId: string
  room: StreamRoom
  isOwn: boolean
  isModerator: boolean
  onReply: () => void
}

function LineActions({ line, streamId, room, isOwn, isModerator, onReply }: ActionProps) {
  const { t } = useLingui()
  const deletion = useActionWithToast(() => room.moderate({ action: 'delete', streamId, messageId: line._id }))
  if (isModerator) return <LineMenu line={line} streamId={streamId} room={room} onReply={onReply} isOwn={isOwn} />
  const act = isOwn
    ? {
        label: t`Delete`,
        icon: <Trash2 className="size-4" />,
        run: () => void deletion.run(),
      }
    : { label: t`Reply`, icon: <Reply className="mirrored size-4" />, run: onReply }
  return (
    <IconButton
      label={act.label}
      className="size-8! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-60"
      onClick={act.run}
    >
      {act.icon}
    </IconButton>
  )
}

/** Keeps the end in sight while the reader is at the end; somebody who reads further up stays there. */
function useStuckToEnd(count: number) {
  const log = useRef<HTMLDivElement | null>(null)
  const isAtEnd = useRef(true)
  const follow = useCallback((node: HTMLDivElement | null) => {
    log.current = node
    if (!node) return
    const look = () => {
      isAtEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < 60
    }
    node.addEventListener('scroll', look, { passive: true })
    return () => node.removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    if (isAtEnd.current && log.current) log.current.scrollTop = log.current.scrollHeight
  }, [count])
  return follow
}
