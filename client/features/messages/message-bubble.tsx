import { Trans, useLingui } from '@lingui/react/macro'
import type { Message, Quote } from '@vesper/sync/vesper/records/message.ts'
import { Ban, Coins } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { LinkedText } from '../../entities/content/linked-text.tsx'
import { cx } from '../../ui/cx.ts'
import { MessageFiles } from './files/message-files.tsx'
import { PendingFiles } from './files/pending-files.tsx'
import { hasStackedMarks } from './has-stacked-marks.ts'
import type { RunPlace, SpaceAfter } from './history/thread-rows.ts'
import { jumboEmojiCount } from './jumbo-emoji.ts'
import { longPress } from './menu/long-press.ts'
import { MessageMenu } from './menu/message-menu.tsx'
import type { MessageActions } from './menu/use-message-actions.tsx'
import { messageTime } from './message-time.ts'
import { OriginNote } from './origin-note.tsx'
import { MessageReactions } from './reactions/message-reactions.tsx'
import { QuoteLines } from './reply/quote-lines.tsx'
import { LockedMessage, SaleNote } from './sale/locked-message.tsx'
import { SendStateMark } from './send-state-mark.tsx'
import type { SendState } from './send-state.ts'
import { TipWords } from './tip-words.tsx'
import { UnsentControls } from './unsent-controls.tsx'

type Props = {
  message: Message
  place: RunPlace
  spaceAfter: SpaceAfter
  /** Null for a message of the other. */
  state: SendState | null
  /** Says for all to see how far it has come beyond the server. */
  saysReach: boolean
  /** The thread was opened for this one. */
  isTarget: boolean
  senderName: string
  viewerId: string
  /** Leads to a message that is quoted. */
  onQuote: (quote: Quote) => void
  /** Files of a message that has not gone up. */
  pendingFileIds: readonly string[]
  actions: MessageActions
}

/** One message: who, what, when, and how far it has come. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { message, place, spaceAfter, state, isTarget, senderName, viewerId, pendingFileIds, actions } = props
  const isOwn = state !== null
  const isFailed = state?.kind === 'failed'
  const hasFiles = !message.isDeleted && (message.files.length > 0 || pendingFileIds.length > 0)
  const emoji = hasFiles || message.isDeleted || message.replyTo || message.tip ? 0 : jumboEmojiCount(message.text)
  return (
    <article
      {...(isTarget && { 'data-found': true, tabIndex: -1 })}
      data-message={message._id}
      className={cx(
        'relative flex flex-col px-4',
        isOwn ? 'items-end' : 'items-start',
        spaceClass[spaceAfter],
        isTarget && 'bg-accent-soft pt-2 outline-none',
      )}
    >
      <div className={cx('flex max-w-[min(94%,37rem)] items-end gap-1', isOwn && 'flex-row-reverse')}>
        <div
          onPointerDown={longPress.onPointerDown}
          onContextMenu={longPress.onContextMenu}
          className={cx(
            'relative min-w-0 pointer-coarse:select-none',
            bubbleClass({ isOwn, isFailed, place, isBare: emoji > 0, isDeleted: message.isDeleted }),
            // Each clip takes its own time in every frame of a scroll. Words below files are as wide as these.
            hasFiles && 'overflow-hidden [&>p]:contain-inline-size',
            hasStackedMarks(message.text) && 'overflow-hidden',
          )}
        >
          <span className="sr-far">
            {isOwn ? <Trans>You</Trans> : senderName}
            {': '}
          </span>
          <Answered {...props} />
          {hasFiles && <MessageFiles files={message.files} isOwn={isOwn} />}
          {hasFiles && pendingFileIds.length > 0 && <PendingFiles fileIds={pendingFileIds} />}
          {message.tip !== undefined && (
            <p className="flex items-center gap-2 px-3.5 pt-2 font-semibold">
              <Coins className="size-4.5 shrink-0" aria-hidden="true" />
              <TipWords tokens={message.tip} />
            </p>
          )}
          {message.sale?.isLocked ? (
            <LockedMessage message={message} sale={message.sale} meta={<Meta {...props} />} />
          ) : (
            <Words {...props} emoji={emoji} />
          )}
        </div>
        <MessageMenu message={message} isOwn={isOwn} isPending={isOwn && state.kind !== 'sent'} actions={actions} />
      </div>
      <MessageReactions {...{ message, viewerId, senderName, actions }} />
      {message.isHidden && (
        <p className="px-2 text-end text-xs font-semibold text-danger-ink">
          <Trans>Hidden by staff</Trans>
        </p>
      )}
      {message.origin && !message.isDeleted && <OriginNote message={message} isOwn={isOwn} />}
      {isOwn && message.sale && <SaleNote sale={message.sale} />}
      {isFailed && <UnsentControls message={message} reason={state.reason} actions={actions} />}
    </article>
  )
})

function Answered({ message: { replyTo }, viewerId, senderName, onQuote }: Props) {
  if (!replyTo) return null
  return (
    <button
      type="button"
      className="mx-2 mt-2 block h-11 max-w-[calc(100%-1rem)] rounded-sm focus-visible:outline-offset-[-2px]"
      onClick={() => onQuote(replyTo)}
    >
      <QuoteLines quote={replyTo} viewerId={viewerId} senderName={senderName} />
    </button>
  )
}

function Words({ message, state, saysReach, emoji }: Props & { emoji: number }) {
  const meta = <Meta message={message} state={state} saysReach={saysReach} />
  if (message.isDeleted) {
    return (
      <p className="flow-root px-3.5 py-2">
        <Ban className="me-1.5 inline size-4 align-[-0.2em]" aria-hidden="true" />
        <i>
          <Trans>Message deleted!</Trans>
        </i>
        {meta}
      </p>
    )
  }
  if (!message.text) return <div className="flow-root px-3 pb-1.5">{meta}</div>
  if (emoji > 0) {
    return (
      <div className="flow-root px-1">
        <p className={cx(emojiSize(emoji), state ? 'text-end' : 'text-start')}>{message.text}</p>
        {meta}
      </div>
    )
  }
  return (
    <p dir="auto" className="flow-root px-3.5 py-2 text-base/snug whitespace-pre-wrap [overflow-wrap:anywhere]">
      <LinkedText text={message.text} /> {meta}
    </p>
  )
}

function Meta({ message, state, saysReach }: Pick<Props, 'message' | 'state' | 'saysReach'>): ReactNode {
  const { i18n } = useLingui()
  return (
    <span className="float-end ms-3 mt-1.5 -mb-0.5">
      {/* A direction of its own, so that it has no say in the direction of the text. */}
      <span
        dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
        className="flex items-center gap-1.5 text-xs/4 whitespace-nowrap select-none"
      >
        {message.editedAt && (
          <span>
            <Trans>edited</Trans>
          </span>
        )}
        <time dateTime={message.createdAt}>{messageTime(message.createdAt, i18n.locale)}</time>
        {state && <SendStateMark state={state} saysReach={saysReach} />}
      </span>
    </span>
  )
}

type Look = { isOwn: boolean; isFailed: boolean; place: RunPlace; isBare: boolean; isDeleted: boolean }

function bubbleClass({ isOwn, isFailed, place, isBare, isDeleted }: Look): string {
  if (isBare) return 'text-ink [&_time]:text-muted'
  const joinsPrevious = place === 'middle' || place === 'last'
  const joinsNext = place === 'middle' || place === 'first'
  const shape = isOwn
    ? cx(joinsPrevious && 'rounded-se-md', joinsNext && 'rounded-ee-md')
    : cx(joinsPrevious && 'rounded-ss-md', joinsNext && 'rounded-es-md')
  const colour = isDeleted
    ? 'border border-line text-muted'
    : isFailed
      ? 'bg-danger-soft text-danger-ink'
      : isOwn
        ? 'bg-accent text-on-accent'
        : 'bg-raised text-ink [&_a]:text-accent-ink [&_time]:text-muted'
  return cx('rounded-[1.25rem]', shape, colour)
}

const spaceClass: Record<SpaceAfter, string> = { run: 'pb-0.5', turn: 'pb-3' }

function emojiSize(count: number): string {
  if (count === 1) return 'text-[3.5rem]/[4.25rem]'
  return count <= 3 ? 'text-[2.5rem]/[3.25rem]' : 'text-[1.875rem]/[2.5rem]'
}
