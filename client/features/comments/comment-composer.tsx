import { Trans, useLingui } from '@lingui/react/macro'
import { COMMENT_TEXT_MAX } from '@vesper/sync/vesper/records/comment.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import { SendHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { cx } from '../../ui/cx.ts'
import { PastedOverflow, usePastedOverflow } from '../../ui/form/pasted-overflow.tsx'
import { textDirection } from '../../ui/text/text-direction.ts'
import { PhotoSlot, PickPhoto } from './photo-slot.tsx'
import type { PhotoBox } from './use-picked-photo.ts'

/** The counter appears when so few characters are left. */
const COUNT_FROM = 100

type Props = {
  /** Names the text box and the button. */
  label: string
  sendLabel: string
  initial: string
  /** Called with each change, so that it can be kept. */
  onType?: (text: string) => void
  /** The box is empty again when it resolves. */
  onSend: (text: string) => Promise<void>
  /** Left out where the text alone is changed. */
  photo?: PhotoBox
  onCancel?: () => void
  autoFocus?: boolean
}

/** The box to write a comment in. */
export function CommentComposer({ label, sendLabel, initial, photo: photoBox, autoFocus = false, ...props }: Props) {
  const { onType, onSend, onCancel } = props
  const { t } = useLingui()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const overflow = usePastedOverflow()
  const hasText = isVisible(text)
  const canSend = hasText && photoBox?.photo?.state !== 'preparing'
  const type = (next: string) => {
    setText(next)
    onType?.(next)
  }
  const sending = useActionWithToast(
    async () => {
      if (!canSend) return
      await onSend(text)
      overflow.clear()
      type('')
    },
    t`Your comment could not be kept on this device. It stays here: try again.`,
  )
  useEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void sending.run()
  }
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        void sending.run()
      }}
    >
      <PastedOverflow count={overflow.count} />
      {photoBox && <PhotoSlot box={photoBox} hasText={hasText} />}
      <div className="flex items-end gap-2">
        {photoBox && <PickPhoto box={photoBox} />}
        <textarea
          ref={box}
          rows={1}
          dir={textDirection(text)}
          maxLength={COMMENT_TEXT_MAX}
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onInput={overflow.onInput}
          onPaste={overflow.onPaste}
          className="field-sizing-content max-h-64 min-h-target min-w-0 flex-1 resize-none rounded-[1.375rem] border border-control bg-bg px-4 py-2.5 text-base leading-6 text-ink [unicode-bidi:plaintext] placeholder:truncate placeholder:text-faint focus:border-accent-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent-ink"
        />
        <button
          type="submit"
          aria-label={sendLabel}
          title={sendLabel}
          aria-disabled={!canSend || sending.busy}
          // A finger on the button must not close the keyboard.
          onPointerDown={(event) => event.preventDefault()}
          className={cx(
            'grid size-target shrink-0 place-items-center rounded-full transition-transform duration-150 ease-out active:scale-90',
            canSend ? 'bg-accent text-on-accent shadow-accent' : 'bg-raised text-faint',
          )}
        >
          <SendHorizontal className="mirrored size-5" aria-hidden="true" />
        </button>
      </div>
      <Foot left={COMMENT_TEXT_MAX - text.length} onCancel={onCancel} />
    </form>
  )
}

function Foot({ left, onCancel }: { left: number; onCancel: (() => void) | undefined }) {
  const isCounted = left <= COUNT_FROM
  if (!onCancel && !isCounted) return null
  return (
    <div className="flex items-center gap-3">
      {onCancel && (
        <button
          type="button"
          onClick={onCancel}
          className="min-h-target rounded-control px-3 text-sm font-semibold text-muted hover:bg-raised"
        >
          <Trans>Cancel</Trans>
        </button>
      )}
      {isCounted && (
        <p role="status" className="ms-auto text-xs text-muted tabular-nums">
          <Trans>{left} characters left</Trans>
        </p>
      )}
    </div>
  )
}
