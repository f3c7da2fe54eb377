import { useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { Pencil, Reply, SmilePlus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../../ui/cx.ts'
import { isEditable } from '../edit/is-editable.ts'
import { EmojiPalette } from '../reactions/emoji-palette.tsx'
import type { MessageActions } from './use-message-actions.tsx'

type Props = { article: HTMLElement; message: Message; isOwn: boolean; actions: MessageActions }

/** The nearest actions on a message that a pointer, a finger or the focus is on: within its article, on the side that most messages leave free. */
export function MessageTools({ article, message, isOwn, actions }: Props) {
  const { t } = useLingui()
  const { reply, rewrite, react } = actions
  const [isChoosing, setChoosing] = useState(false)
  const mine = message.reactions?.[isOwn ? 'sender' : 'recipient']
  const choose = (emoji: string) => {
    setChoosing(false)
    if (react) react(message, emoji === mine ? null : emoji)
  }
  const canRewrite = isOwn && rewrite !== false && isEditable(message, Date.now())
  return createPortal(
    <div
      {...(isChoosing && { 'data-choosing': true })}
      className={cx(
        'absolute -top-4 z-10 flex rounded-full border border-line bg-surface p-0.5 text-muted shadow-float pointer-coarse:-top-6',
        isOwn ? 'start-4' : 'end-4',
      )}
    >
      {isChoosing && <EmojiPalette mine={mine} onChoose={choose} />}
      {!isChoosing && react && !message.sale?.isLocked && (
        <Tool label={t`React`} onPress={() => setChoosing(true)}>
          <SmilePlus className="size-4.5" aria-hidden="true" />
        </Tool>
      )}
      {!isChoosing && reply && (
        <Tool label={t`Reply`} onPress={() => reply(message)}>
          <Reply className="mirrored size-4.5" aria-hidden="true" />
        </Tool>
      )}
      {!isChoosing && canRewrite && (
        <Tool label={t`Edit`} onPress={() => rewrite(message)}>
          <Pencil className="size-4.5" aria-hidden="true" />
        </Tool>
      )}
    </div>,
    article,
  )
}

function Tool({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-8 place-items-center rounded-full transition-colors duration-150 hover:bg-raised hover:text-ink pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}
