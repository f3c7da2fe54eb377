import { StreamMessageList } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ChatMode, ChatModeration, ChatStanding, StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import type { StreamState } from '@vesper/sync/vesper/live-events.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { askNow, onSocket, onSocketReady, sayNow } from '../../../core/live/socket.ts'
import {
  addUnsent,
  applyBatch,
  dropUnsent,
  emptyChat,
  enterChat,
  holdUnsent,
  lacksLink,
  takeLine,
  takeLinks,
} from './chat-state.ts'
import type { ChatState } from './chat-state.ts'
import { orderChat } from './order-chat.ts'
import { sendLine } from './send-line.ts'

/** One screen's place in a stream: what is said there, how the stream fares, and the viewer's own standing. */
export type StreamRoom = {
  /** False until the server has let the page in, and after it has put it out. */
  isIn: boolean
  /** Why the page is not in; null while it is, or while it is being asked. */
  refusal: string | null
  chat: ChatState
  state: StreamState | null
  mode: ChatMode | null
  pinned: StreamMessage | null
  /** The creator of the stream; null before the page is in. */
  performer: Participant | null
  you: ChatStanding | null
  /** Sends a line; the same id again is the same line. Rejects with the words of a refusal, and after 20 s without an answer; the text is the caller's again. */
  send: (text: string, replyTo: string | null, _id: string) => Promise<void>
  moderate: (action: ChatModeration) => Promise<void>
  /** Takes in a line that the server has answered another call with. */
  take: (line: StreamMessage) => void
}

/** So many of the latest lines are asked for the links of their photos. */
const PHOTO_PAGE = 50

/** A change of the chat, made after all changes before it. */
type Change = (chat: ChatState) => ChatState

/** Keeps the page in the room of a stream; null keeps it out. Each new connection fills the gap. */
export function useStreamRoom(streamId: string | null): StreamRoom {
  const [chat, change] = useReducer((before: ChatState, apply: Change) => apply(before), emptyChat)
  const seq = useRef(-1)
  seq.current = chat.seq
  const aheadMs = useRef(0)
  const [entry, setEntry] = useState<Omit<StreamRoom, 'chat' | 'send' | 'moderate' | 'take'>>(outside)
  useEffect(() => {
    if (streamId === null) return
    change(() => emptyChat)
    seq.current = -1
    setEntry(outside)
    let isHere = true
    const only = <Event extends { streamId: string }>(hear: (event: Event) => void) => {
      return (event: Event) => void (event.streamId === streamId && hear(event))
    }
    const join = async () => {
      const since = seq.current
      const answer = await askNow('stream:join', { streamId, ...(since >= 0 && { since }) }).catch(() => null)
      if (!isHere || !answer) return
      if (!answer.ok) return setEntry({ ...outside, refusal: answer.message ?? '' })
      const { stream, chat: mode, pinned, you } = answer
      aheadMs.current = answer.at - Date.now()
      change((before) => enterChat(before, answer))
      const { status, viewers, seconds, isAway, endedReason: reason } = stream
      setEntry({
        isIn: true,
        refusal: null,
        state: { streamId, status, viewers, seconds, isAway, reason },
        mode,
        pinned,
        performer: stream.performer,
        you,
      })
    }
    const stops = [
      onSocket(
        'chat:batch',
        only((batch) => change((before) => applyBatch(before, batch))),
      ),
      onSocket(
        'chat:mode',
        only(({ chat: mode, pinned }) => setEntry((before) => ({ ...before, mode, pinned }))),
      ),
      onSocket(
        'chat:standing',
        only(({ role, silenced }) => setEntry((before) => ({ ...before, you: { role, silenced } }))),
      ),
      onSocket(
        'stream:state',
        only((state) => setEntry((before) => ({ ...before, state }))),
      ),
      onSocket(
        'stream:removed',
        only(({ reason }) => setEntry((before) => ({ ...before, isIn: false, refusal: reason }))),
      ),
      onSocketReady(() => void join()),
    ]
    return () => {
      isHere = false
      for (const stop of stops) stop()
      sayNow('stream:leave', { streamId })
    }
  }, [streamId])

  const send = useSend(streamId, { aheadMs, change })
  const take = useCallback((line: StreamMessage) => change((before) => takeLine(before, line)), [])
  usePhotoLinks(streamId, chat, change)
  return { ...entry, chat, send, moderate: orderChat, take }
}

const outside = { isIn: false, refusal: null, state: null, mode: null, pinned: null, performer: null, you: null }

/** All are told only that a line has a photo: each page asks for the links of its own. */
function usePhotoLinks(streamId: string | null, chat: ChatState, change: (apply: Change) => void): void {
  const unlinked = chat.lines.filter(lacksLink).length
  useEffect(() => {
    if (streamId === null || unlinked === 0) return
    const gone = new AbortController()
    const call = { path: `/messages/stream/${streamId}`, query: { limit: PHOTO_PAGE }, answer: StreamMessageList }
    callApi({ ...call, signal: gone.signal })
      .then(({ data }) => change((before) => takeLinks(before, data)))
      // The next line with a photo, and the next visit, ask again.
      .catch(() => {})
    return () => gone.abort()
  }, [streamId, unlinked, change])
}

type Sending = { aheadMs: { readonly current: number }; change: (apply: Change) => void }

function useSend(streamId: string | null, { aheadMs, change }: Sending): StreamRoom['send'] {
  return useCallback(
    async (text: string, replyTo: string | null, _id: string) => {
      if (streamId === null) return
      const line = { _id, text, replyTo, since: Date.now() }
      change((before) => addUnsent(before, line))
      try {
        if (await sendLine(streamId, { ...line, aheadMs: aheadMs.current }))
          change((before) => holdUnsent(before, line._id))
      } catch (error) {
        change((before) => dropUnsent(before, line._id))
        throw error
      }
    },
    [streamId, aheadMs, change],
  )
}
