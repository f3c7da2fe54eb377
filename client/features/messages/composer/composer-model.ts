import type { Draft } from '@vesper/sync/engine/store.ts'
import { hasContent, MESSAGE_FILES_MAX, MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import type { Quote } from '@vesper/sync/vesper/records/message.ts'
import type { AttachmentKind } from '../../../core/media/attachment-problem.ts'
import { joined, mergeText } from './merge-draft.ts'
import type { Words } from './merge-draft.ts'

/*
 * The content of the message box. A text leaves it only once its message is in the outbox:
 *
 *     typed ──submitted──→ in flight, still in the box ──accepted──→ gone from the box
 *                                                      └─refused───→ stays, with the reason
 *
 * Text typed after 'submitted' is the next message and stays either way.
 */

export type Attachment = {
  fileId: string
  name: string
  type: AttachmentKind
  /** `preparing` until its bytes are durable on the device; only then may a message name it. */
  state: 'preparing' | 'ready' | 'failed'
  /** Object URL of the picture or the video, null while there is none. */
  previewUrl: string | null
  reason: string | null
}

/** `at`: when it was submitted, ISO 8601. */
export type Submission = {
  messageId: string
  text: string
  fileIds: string[]
  price?: number | undefined
  replyTo?: Quote | undefined
  at: string
}

export type ComposerState = {
  /** Until the draft has been read, nothing may overwrite it. */
  phase: 'loading' | 'ready'
  text: string
  attachments: Attachment[]
  inFlight: Submission[]
  /** Messages that the thread shows at once, until the device's own rows are read. */
  echoes: Submission[]
  error: string | null
}

export type ComposerEvent =
  | { type: 'restored'; text: string; attachments: Attachment[] }
  | { type: 'typed'; text: string }
  | { type: 'attachment-added'; attachment: Attachment }
  | { type: 'attachment-ready'; fileId: string; previewUrl: string | null }
  | { type: 'attachment-failed'; fileId: string; reason: string }
  | { type: 'attachment-removed'; fileId: string }
  | { type: 'submitted'; submission: Submission }
  | { type: 'accepted'; messageId: string }
  | { type: 'refused'; messageId: string; reason: string }
  | { type: 'shown'; messageIds: ReadonlySet<string> }
  /** Another tab wrote on the draft: `from`, as the box was, became `to`. */
  | { type: 'merged'; from: Words; to: Words; added: Attachment[] }
  | { type: 'inserted'; text: string; attachments: Attachment[] }

export const emptyComposer: ComposerState = {
  phase: 'loading',
  text: '',
  attachments: [],
  inFlight: [],
  echoes: [],
  error: null,
}

/** The sendable content: the text without the part in flight, and the files that are ready; null without any. */
export function sendable(state: ComposerState): { text: string; fileIds: string[] } | null {
  const text = remainingText(state).trim()
  const taken = new Set(state.inFlight.flatMap((submission) => submission.fileIds))
  const fresh = state.attachments.filter((file) => !taken.has(file.fileId) && file.state !== 'failed')
  if (fresh.some((file) => file.state === 'preparing')) return null
  if (text.length > MESSAGE_TEXT_MAX || fresh.length > MESSAGE_FILES_MAX) return null
  const message = { text, fileIds: fresh.map((file) => file.fileId) }
  return hasContent(message) ? message : null
}

/** The stamps of the box's draft: text on its way out is known as an echo of its message. */
export function keptWith({ inFlight: [first] }: ComposerState): Pick<Draft, 'updatedAt' | 'sentAs'> {
  return { updatedAt: new Date().toISOString(), ...(first && { sentAs: first.messageId }) }
}

/** Characters left, negative when there are too many. */
export function charactersLeft(state: ComposerState): number {
  return MESSAGE_TEXT_MAX - state.text.trim().length
}

export function composer(state: ComposerState, event: ComposerEvent): ComposerState {
  switch (event.type) {
    case 'restored':
      return restore(state, event)
    case 'typed':
      return { ...state, text: event.text, error: null }
    case 'attachment-added':
      return { ...state, attachments: [...state.attachments, event.attachment], error: null }
    case 'attachment-ready':
      return change(state, event.fileId, (file) => ({ ...file, state: 'ready', previewUrl: event.previewUrl }))
    case 'attachment-failed':
      return change(state, event.fileId, (file) => ({ ...file, state: 'failed', reason: event.reason }))
    case 'attachment-removed':
      return { ...state, attachments: state.attachments.filter((file) => file.fileId !== event.fileId) }
    case 'submitted':
      return {
        ...state,
        inFlight: [...state.inFlight, event.submission],
        echoes: [...state.echoes, event.submission],
        error: null,
      }
    case 'accepted':
      return accept(state, event.messageId)
    case 'refused':
      return {
        ...state,
        inFlight: without(state.inFlight, event.messageId),
        echoes: without(state.echoes, event.messageId),
        error: event.reason,
      }
    case 'shown':
      return withoutShown(state, event.messageIds)
    case 'merged':
      return merge(state, event)
    case 'inserted':
      return insert(state, event)
  }
}

/** The same state when nothing of it has been shown: each new one draws the thread again. */
function withoutShown(state: ComposerState, messageIds: ReadonlySet<string>): ComposerState {
  const echoes = state.echoes.filter((echo) => !messageIds.has(echo.messageId))
  return echoes.length === state.echoes.length ? state : { ...state, echoes }
}

function restore(state: ComposerState, draft: { text: string; attachments: Attachment[] }): ComposerState {
  // Text typed while the draft was being read comes after it.
  const attachments = [...draft.attachments, ...state.attachments]
  return { ...state, phase: 'ready', text: joined(draft.text, state.text), attachments }
}

function merge(state: ComposerState, { from, to, added }: { from: Words; to: Words; added: Attachment[] }) {
  const isGone = ({ fileId }: Attachment) => from.fileIds.includes(fileId) && !to.fileIds.includes(fileId)
  return {
    ...state,
    // Text typed during the merge counts as well.
    text: mergeText({ base: from.text, mine: state.text, theirs: to.text }),
    attachments: withAttachments(
      state.attachments.filter((file) => !isGone(file)),
      added,
    ),
  }
}

/** The text taken back may have come by the stored draft already. */
function insert(state: ComposerState, { text, attachments }: { text: string; attachments: Attachment[] }) {
  const isThere = `\n${state.text}`.endsWith(`\n${text}`)
  return {
    ...state,
    text: isThere ? state.text : joined(state.text, text),
    attachments: withAttachments(state.attachments, attachments),
  }
}

function withAttachments(held: Attachment[], more: Attachment[]): Attachment[] {
  const ids = new Set(held.map((file) => file.fileId))
  return [...held, ...more.filter((file) => !ids.has(file.fileId))]
}

function accept(state: ComposerState, messageId: string): ComposerState {
  const submission = state.inFlight.find((one) => one.messageId === messageId)
  if (!submission) return state
  const attachments = state.attachments.filter((file) => !submission.fileIds.includes(file.fileId))
  const inFlight = without(state.inFlight, messageId)
  return { ...state, text: textAfter(state.text, submission.text), attachments, inFlight }
}

function remainingText(state: ComposerState): string {
  return state.inFlight.reduce((text, submission) => textAfter(text, submission.text), state.text)
}

function textAfter(text: string, sent: string): string {
  if (sent === '') return text
  const start = text.trimStart()
  if (!start.startsWith(sent)) return text
  const rest = start.slice(sent.length)
  return rest.trim() === '' ? '' : rest.trimStart()
}

function without(submissions: Submission[], messageId: string): Submission[] {
  return submissions.filter((one) => one.messageId !== messageId)
}

function change(state: ComposerState, fileId: string, edit: (file: Attachment) => Attachment): ComposerState {
  return { ...state, attachments: state.attachments.map((file) => (file.fileId === fileId ? edit(file) : file)) }
}
