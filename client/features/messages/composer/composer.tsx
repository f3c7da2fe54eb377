import { Trans, useLingui } from '@lingui/react/macro'
import { MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { ImagePlus, SendHorizontal } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { yieldToPaint } from '../../../core/page/yield-to-paint.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { MediaInput } from '../../../ui/controls/media-input.tsx'
import { cx } from '../../../ui/cx.ts'
import { PastedOverflow, usePastedOverflow } from '../../../ui/form/pasted-overflow.tsx'
import { textDirection } from '../../../ui/text/text-direction.ts'
import { AttachmentStrip } from '../files/attachment-strip.tsx'
import { parsePrice } from '../sale/message-price.ts'
import type { PriceBox } from '../sale/message-price.ts'
import { PriceButton, PriceField } from '../sale/price-field.tsx'
import { useVoice } from '../voice/use-voice.tsx'
import type { ComposerActions } from './composer-actions.ts'
import { charactersLeft, sendable } from './composer-model.ts'
import type { ComposerState } from './composer-model.ts'
import { pastedFiles } from './pasted-files.ts'

/** The counter appears when so few characters are left. */
const COUNT_FROM = 200

/** A key pressed draws the box again, and this not. */
const sendSign = <SendHorizontal className="mirrored size-5" aria-hidden="true" />

type Props = {
  state: ComposerState
  actions: ComposerActions
  /** The price of the message; null for those who cannot set one. */
  price?: PriceBox | null
  /** Stands above the box; the focus goes into the box when another comes. */
  above?: ReactNode
  /** Adds files of the library; null for those who have none. */
  library?: ReactNode
  /** Somebody writes, or has stopped. */
  onTyping: (typing: boolean) => void
  placeholder: string
}

/** The box to write a message in. Changes of the thread above do not draw it again. */
export const Composer = memo(function Composer({ state, actions, onTyping, placeholder, ...more }: Props) {
  const { price = null, above = null, library = null } = more
  const { t } = useLingui()
  const box = useRef<HTMLTextAreaElement>(null)
  const canSend = sendable(state) !== null && parsePrice(price ? price.typed : null).kind !== 'invalid'
  const overflow = usePastedOverflow()
  const voice = useVoice(actions.attach)
  useFocusOnDesktop(box)
  useFocusFor(box, above)
  const send = () => {
    actions.send()
    overflow.clear()
    box.current?.focus()
    void yieldToPaint().then(() => onTyping(false))
  }
  return (
    <form
      aria-label={t`Write a message`}
      className="@container border-t border-line bg-surface px-2 pt-2 pb-[max(0.5rem,var(--safe-bottom))] md:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {above}
      <AttachmentStrip attachments={state.attachments} onRemove={actions.detach} />
      <Problem text={state.error} />
      {voice.recorder}
      <PastedOverflow count={overflow.count} />
      {price && <PriceField price={price} />}
      {/* A creator's tools leave no room for words on a phone: they stand below there. */}
      <div className={cx('flex items-end gap-1.5', price && '@max-md:flex-col-reverse @max-md:items-stretch')}>
        <div className="flex gap-1.5">
          <PickFiles onPicked={actions.attach} />
          {/* Words take its room. */}
          {state.text === '' && voice.button}
          {library}
          {price && <PriceButton price={price} />}
        </div>
        <div className="flex min-w-0 flex-1 items-end gap-1.5">
          <textarea
            ref={box}
            rows={1}
            // An empty box has the direction of the page, so that its placeholder stands where people look for it.
            dir={textDirection(state.text)}
            maxLength={MESSAGE_TEXT_MAX}
            aria-label={t`Message`}
            placeholder={placeholder}
            value={state.text}
            enterKeyHint={hasKeyboard() ? 'send' : 'enter'}
            onChange={(event) => {
              actions.type(event.target.value)
              onTyping(event.target.value !== '')
            }}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return
              event.preventDefault()
              send()
            }}
            onInput={overflow.onInput}
            onPaste={(event) => {
              if (!takeFiles(event, actions.attach)) overflow.onPaste(event)
            }}
            aria-describedby="characters-left"
            className="field-sizing-content max-h-[10.25rem] min-h-target [unicode-bidi:plaintext] min-w-0 flex-1 resize-none rounded-[1.375rem] border border-control bg-bg px-4 py-2.5 text-base leading-6 text-ink placeholder:truncate placeholder:text-faint focus:border-accent-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent-ink"
          />
          <SendButton canSend={canSend} />
        </div>
      </div>
      <Counter left={charactersLeft(state)} />
    </form>
  )
})

function SendButton({ canSend }: { canSend: boolean }) {
  const { t } = useLingui()
  return (
    <button
      type="submit"
      aria-label={t`Send`}
      title={t`Send`}
      aria-disabled={!canSend}
      // A finger on the button must not close the keyboard.
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        'grid size-target shrink-0 place-items-center rounded-full transition-transform duration-150 ease-out active:scale-90',
        canSend ? 'bg-accent text-on-accent shadow-accent' : 'bg-raised text-faint',
      )}
    >
      {sendSign}
    </button>
  )
}

function Problem({ text }: { text: string | null }) {
  return <div role="alert">{text && <p className="px-3 pb-2 text-sm text-danger-ink">{text}</p>}</div>
}

function Counter({ left }: { left: number }) {
  if (left > COUNT_FROM) return <span id="characters-left" />
  return (
    <p
      id="characters-left"
      className={cx(
        'px-16 pt-1 text-end text-xs tabular-nums',
        left < 0 ? 'font-semibold text-danger-ink' : 'text-muted',
      )}
    >
      {left < 0 ? <Trans>{-left} characters too many</Trans> : <Trans>{left} characters left</Trans>}
    </p>
  )
}

const PickFiles = memo(function PickFiles({ onPicked }: { onPicked: (files: Iterable<File>) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={t`Add photos or videos`} className="text-muted" onClick={() => input.current?.click()}>
        <ImagePlus className="size-5.5" aria-hidden="true" />
      </IconButton>
      <MediaInput ref={input} onPicked={onPicked} />
    </>
  )
})

/** Attaches pasted files; answers whether there were any. */
function takeFiles(event: ClipboardEvent, attach: (files: Iterable<File>) => void): boolean {
  const files = pastedFiles(event.clipboardData)
  if (files.length === 0) return false
  event.preventDefault()
  attach(files)
  return true
}

/** Enter sends where there is a keyboard; under a thumb it makes a new line, and a text being composed is never cut off. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  // Safari ends the composition before it tells of the Enter that confirmed it, and marks that one with 229.
  const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229
  return key === 'Enter' && !shiftKey && !isComposing && hasKeyboard()
}

/** Kept: each key pressed asks for it. */
const finger = matchMedia('(pointer: coarse)')

function hasKeyboard(): boolean {
  return !finger.matches
}

/** The next thing after a press of Reply is writing. */
function useFocusFor(box: React.RefObject<HTMLTextAreaElement | null>, above: ReactNode): void {
  const known = useRef(above)
  useEffect(() => {
    if (above && above !== known.current) box.current?.focus({ preventScroll: true })
    known.current = above
  }, [box, above])
}

/** On a phone the focus would open the keyboard over what somebody came to read. */
function useFocusOnDesktop(box: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (hasKeyboard()) box.current?.focus({ preventScroll: true })
  }, [box])
}
