import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { cx } from '../../../ui/cx.ts'
import type { MessageActions } from '../menu/use-message-actions.tsx'

type Props = { message: Message; viewerId: string; senderName: string; actions: MessageActions }

/** Below a bubble: each emoji with how many react so; a press adds one's own, or takes it back. */
export function MessageReactions({ message, viewerId, senderName, actions: { react } }: Props) {
  const { t } = useLingui()
  const { reactions } = message
  if (!reactions) return null
  const isSender = message.senderId === viewerId
  const [mine, theirs] = isSender ? [reactions.sender, reactions.recipient] : [reactions.recipient, reactions.sender]
  const shown = [...new Set([mine, theirs])].filter((emoji) => emoji !== undefined)
  return (
    <div className={cx('-mt-1 flex flex-wrap gap-1 px-2', isSender && 'justify-end')}>
      {shown.map((emoji) => {
        const names = [...(emoji === mine ? [t`You`] : []), ...(emoji === theirs ? [senderName] : [])]
        const count = names.length
        return (
          <button
            key={emoji}
            type="button"
            disabled={!react}
            aria-pressed={emoji === mine}
            aria-label={`${emoji} ${plural(count, { one: '# reaction', other: '# reactions' })}: ${names.join(', ')}`}
            title={names.join(', ')}
            onClick={() => react && react(message, emoji === mine ? null : emoji)}
            className={cx(
              'relative flex h-7 items-center gap-1 rounded-full border px-2 text-sm',
              emoji === mine ? 'border-accent-ink bg-accent-soft' : 'border-line bg-surface',
            )}
          >
            <span aria-hidden="true">{emoji}</span>
            {count > 1 && <span className="text-xs tabular-nums">{count}</span>}
          </button>
        )
      })}
    </div>
  )
}
