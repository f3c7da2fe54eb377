import { Plural, useLingui } from '@lingui/react/macro'
import { CHAT_TEXT_MAX } from '@vesper/sync/vesper/api/live-streams.ts'
import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import { useUnit } from 'effector-react'
import { SendHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { useKeptForm } from '../../../core/forms/use-kept-form.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { textDirection } from '../../../ui/text/text-direction.ts'
import { ChatModeNotice } from './chat-mode-notice.tsx'
import { ChatPhotoPreview } from './chat-photo-preview.tsx'
import { PhotoButton } from './photo-button.tsx'
import { TooSoon } from './too-soon.ts'
import { useChatPause } from './use-chat-pause.ts'
import { useChatPhoto } from './use-chat-photo.ts'
import type { StreamRoom } from './use-stream-room.ts'

/** The counter appears when so few characters are left. */
const CHAT_COUNT_FROM = 60

type Props = {
  streamId: string
  room: StreamRoom
  replyTo: StreamMessage | null
  onReplied: () => void
  action: ReactNode
  /** Over the picture: see-through. */
  isOver: boolean
}

/**
 * The box to write in. A text that was not stored comes back into it: what is said live is never sent later by itself.
 */
export function ChatComposer({ streamId, room, replyTo, onReplied, action, isOver }: Props) {
  const { t } = useLingui()
  const { text, type, problem, canSend, send, photo, pause } = useComposer({ streamId, room, replyTo, onReplied })
  const maySendPhoto = room.you !== null && room.you.role !== 'viewer'
  const left = Math.max(0, CHAT_TEXT_MAX - text.length)
  const over = text.trim().length - CHAT_TEXT_MAX
  return (
    <form
      aria-label={t`Write in the chat`}
      className={cx('grid gap-1 px-2 pt-2 pb-[max(0.5rem,var(--safe-bottom))]', !isOver && 'border-t border-line')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {replyTo && <Answered line={replyTo} onDrop={onReplied} />}
      <p role="status" className={cx('px-2 text-xs empty:hidden', !isOver && 'text-muted')}>
        <ChatModeNotice mode={room.mode} silenced={pause.silenced} performer={room.performer} />
      </p>
      <p role="status" className={cx('px-2 text-xs empty:hidden', !isOver && 'text-warn-ink')}>
        {problem}
      </p>
      {pause.left > 0 && (
        <p role="timer" className={cx('px-2 text-xs tabular-nums', !isOver && 'text-warn-ink')}>
          <Plural value={pause.left} one="You can write again in # second." other="You can write again in # seconds." />
        </p>
      )}
      <ChatPhotoPreview photo={photo} />
      <div className="flex items-end gap-1.5">
        {maySendPhoto && <PhotoButton onChoose={photo.choose} disabled={photo.isBusy} />}
        <TextBox
          text={text}
          hasPhoto={photo.photo !== null}
          isOver={isOver}
          readOnly={photo.isBusy}
          onType={type}
          onEnter={send}
        />
        {action}
        <IconButton type="submit" label={t`Send`} disabled={!canSend}>
          <SendHorizontal className="mirrored size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <p role="status" className={cx('px-2 text-xs empty:hidden', !isOver && 'text-warn-ink')}>
        {over > 0 && (
          <Plural
            value={over}
            one="Too long by # character. Shorten it, then send it."
            other="Too long by # characters. Shorten it, then send it."
          />
        )}
      </p>
      {over <= 0 && left <= CHAT_COUNT_FROM && (
        <p className="px-2 text-xs text-muted">
          <Plural value={left} one="# character left" other="# characters left" />
        </p>
      )}
    </form>
  )
}

/** A text that came back. Sent again as it is, it is the same line. */
type Returned = { _id: string; text: string }

function useComposer({
  streamId,
  room,
  replyTo,
  onReplied,
}: Pick<Props, 'streamId' | 'room' | 'replyTo' | 'onReplied'>) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { values, edit } = useReturnedText(streamId)
  const latest = useRef(values)
  latest.current = values
  const [problem, setProblem] = useState<string | null>(null)
  const [returned, setReturned] = useState<Returned | null>(null)
  const hasArrived = returned !== null && room.chat.lines.some(({ _id }) => _id === returned._id)
  // The answer alone was lost: the text stands in the chat already.
  const settle = useRef(() => {})
  settle.current = () => {
    edit({ text: without(returned?.text ?? '', latest.current.text), unsent: '' })
    setReturned(null)
    setProblem(null)
  }
  useEffect(() => {
    if (hasArrived) settle.current()
  }, [hasArrived])
  const photo = useChatPhoto(streamId, room.take)
  const { text } = values
  const pause = useChatPause(room)
  const mayWrite =
    room.isIn && !isOffline && room.state?.status !== 'ended' && pause.silenced === null && pause.left === 0
  const canSend = mayWrite && isSendable(text.trim()) && !photo.isBusy
  const sendText = async (said: string) => {
    onReplied()
    const _id = returned?.text === said ? returned._id : v7()
    setReturned(null)
    edit({ text: '', unsent: said })
    try {
      await room.send(said, replyTo?._id ?? null, _id)
      edit({ ...latest.current, unsent: '' })
      pause.said()
    } catch (error) {
      // The wait counts down in the place of the server's words.
      if (error instanceof TooSoon) pause.refused(error.retryAfterMs)
      else setProblem(errorMessage(error, t`Your message was not sent. It is here again.`))
      edit({ text: joined(said, latest.current.text), unsent: '' })
      setReturned({ _id, text: said })
    }
  }
  /** The text stays in the box beside its photo until both are stored. */
  const sendPhoto = async (said: string) => {
    if (!(await photo.send(said, replyTo?._id ?? null))) return
    edit({ text: '', unsent: '' })
    onReplied()
  }
  const send = () => {
    if (!canSend) return
    setProblem(null)
    void (photo.photo ? sendPhoto : sendText)(text.trim())
  }
  const type = (typed: string) => edit({ ...latest.current, text: typed })
  return { text, type, problem: problem ?? photo.problem, canSend, send, photo, pause }
}

type BoxProps = {
  text: string
  hasPhoto: boolean
  isOver: boolean
  readOnly: boolean
  onType: (text: string) => void
  onEnter: () => void
}

function TextBox({ text, hasPhoto, isOver, readOnly, onType, onEnter }: BoxProps) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const invitation = hasPhoto ? t`Say something about the photo` : t`Say something`
  return (
    <textarea
      rows={1}
      aria-label={t`Say something`}
      placeholder={isOffline ? t`Needs a connection` : invitation}
      dir={textDirection(text)}
      maxLength={CHAT_TEXT_MAX}
      aria-invalid={text.trim().length > CHAT_TEXT_MAX}
      value={text}
      readOnly={readOnly}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        // 229: Safari's Enter that confirms a composition.
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
        event.preventDefault()
        onEnter()
      }}
      className={cx(
        'field-sizing-content max-h-28 min-h-target min-w-0 flex-1 resize-none rounded-control border px-3 py-2.5 text-base [text-shadow:none]',
        isOver ? 'border-[#fff8] bg-[#000a] text-white placeholder:text-[#fffc]' : 'border-control bg-surface text-ink',
      )}
    />
  )
}

/** The line that is being answered. */
function Answered({ line, onDrop }: { line: StreamMessage; onDrop: () => void }) {
  const { t } = useLingui()
  return (
    <p className="flex items-center gap-2 px-2 text-xs">
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {t`Reply to ${line.sender.name}: ${line.text}`}
      </span>
      <IconButton label={t`Do not reply`} className="size-8!" onClick={onDrop}>
        <X className="size-4" />
      </IconButton>
    </p>
  )
}

/** The text of the box, which outlives the page; one that was under way when the page went is in it again. */
function useReturnedText(streamId: string) {
  const form = useKeptForm(`stream-chat:${streamId}`, { text: '', unsent: '' })
  const { values, edit } = form
  const returned = useRef(false)
  useEffect(() => {
    if (returned.current) return
    returned.current = true
    if (values.unsent !== '') edit({ text: joined(values.unsent, values.text), unsent: '' })
  })
  return form
}

/** The rest of a text that begins with one that came back; a text that was changed stays. */
function without(returned: string, text: string): string {
  if (text === returned) return ''
  return text.startsWith(`${returned}\n`) ? text.slice(returned.length + 1) : text
}

/** Both as they are, though they may be too long for one line: its writer shortens them. */
function joined(returned: string, typed: string): string {
  return [returned, typed].filter((text) => text !== '').join('\n')
}

function isSendable(text: string): boolean {
  return isVisible(text) && text.length <= CHAT_TEXT_MAX
}
