import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { v7 } from 'uuid'
import { emptyChat } from '../chat-state.ts'
import type { StreamRoom } from '../use-stream-room.ts'

/** The room of a stream in which the viewer may write, unless `given` says otherwise. */
export function roomOf(given: Partial<StreamRoom> = {}): StreamRoom {
  return {
    ...{ isIn: true, refusal: null, chat: emptyChat, state: null, pinned: null },
    mode: { slowSeconds: 0, followersMinutes: null, subscribersOnly: false, blockedTerms: [] },
    performer: { _id: v7(), name: 'Mara Vale', username: 'mara', avatar: null, isPerformer: true },
    you: { role: 'viewer', silenced: null },
    ...{ send: async () => {}, moderate: async () => {}, take: () => {} },
    ...given,
  }
}

/** A line of a viewer, unless `given` says otherwise. */
export function lineOf(
  given: Partial<StreamMessage> = {},
  sender: Partial<StreamMessage['sender']> = {},
): StreamMessage {
  const streamId = v7()
  return {
    ...{ _id: v7(), streamId, conversationId: streamId, seq: 1, kind: 'text', text: 'Good evening', replyTo: null },
    sender: { _id: v7(), name: 'Ada Fan', username: 'ada', avatar: null, role: 'viewer', ...sender },
    ...{ photo: null, tokens: null, item: null, isDeleted: false, isHeld: false },
    createdAt: '2026-11-01T10:00:00.000Z',
    ...given,
  }
}
