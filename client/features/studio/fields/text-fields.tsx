import { Trans, useLingui } from '@lingui/react/macro'
import { POST_TEXT_MAX } from '@vesper/sync/vesper/records/post.ts'
import { useLayoutEffect, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { controlClass } from '../../../ui/form/field.tsx'
import { PastedOverflow, usePastedOverflow } from '../../../ui/form/pasted-overflow.tsx'
import { caretAfter } from '../../../ui/text/caret-after.ts'
import { textDirection } from '../../../ui/text/text-direction.ts'

const COUNT_FROM = 500

type Props = { text: string; isReadOnly: boolean; onEdit: (text: string) => void }

/** The words of a post. Another device's text comes in without moving the caret. */
export function TextFields({ text, isReadOnly, onEdit }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLTextAreaElement>(null)
  const shown = useRef(text)
  const caret = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || shown.current === text) return
    const at = caretAfter(shown.current, text, caret.current)
    shown.current = text
    if (document.activeElement === element) element.setSelectionRange(at, at)
  }, [text])
  const overflow = usePastedOverflow()
  const left = POST_TEXT_MAX - text.length
  return (
    <div className="grid gap-1.5">
      <textarea
        ref={box}
        dir={textDirection(text)}
        value={text}
        readOnly={isReadOnly}
        maxLength={POST_TEXT_MAX}
        aria-label={t`Text of the post`}
        aria-describedby="post-characters-left"
        placeholder={t`What would you like to share?`}
        onInput={overflow.onInput}
        onPaste={overflow.onPaste}
        onSelect={(event) => (caret.current = event.currentTarget.selectionStart)}
        onChange={(event) => {
          const typed = event.target.value.toWellFormed()
          shown.current = typed
          caret.current = event.target.selectionStart
          onEdit(typed)
        }}
        className={cx(controlClass, 'field-sizing-content min-h-40 py-3 leading-6 [unicode-bidi:plaintext]')}
      />
      <PastedOverflow count={overflow.count} />
      <p
        id="post-characters-left"
        className={cx(
          'min-h-4 text-end text-xs tabular-nums',
          left === 0 ? 'font-semibold text-danger-ink' : 'text-muted',
        )}
      >
        {left <= COUNT_FROM && <Trans>{left} characters left</Trans>}
      </p>
    </div>
  )
}
