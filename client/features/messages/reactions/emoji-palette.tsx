import { useLingui } from '@lingui/react/macro'
import { isSingleEmoji } from '@vesper/sync/vesper/records/single-emoji.ts'
import { cx } from '../../../ui/cx.ts'

const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🔥'] as const

type Props = {
  /** The reaction of the viewer. */
  mine: string | undefined
  onChoose: (emoji: string) => void
}

/** The emoji at hand, and a box for any other one of the keyboard. */
export function EmojiPalette({ mine, onChoose }: Props) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`Reactions`} className="flex items-center">
      {QUICK.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={t`React with ${emoji}`}
          aria-pressed={emoji === mine}
          onClick={() => onChoose(emoji)}
          className={cx(
            'grid size-9 place-items-center rounded-full text-xl hover:bg-raised pointer-coarse:h-11',
            emoji === mine && 'bg-accent-soft',
          )}
        >
          {emoji}
        </button>
      ))}
      <input
        aria-label={t`Another emoji`}
        placeholder="☺"
        value=""
        autoComplete="off"
        onChange={({ target }) => {
          const typed = target.value.trim()
          if (isSingleEmoji(typed)) onChoose(typed)
        }}
        className="size-9 rounded-full border border-line bg-bg text-center text-base placeholder:text-faint pointer-coarse:h-11"
      />
    </div>
  )
}
