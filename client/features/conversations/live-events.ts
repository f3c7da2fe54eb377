import type { ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { sample } from 'effector'
import { socketChanged } from '../../core/connection/model.ts'
import { onSocket, onSocketReady, sayNow } from '../../core/live/socket.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { connectionBroke, presenceSeen, TYPING_LASTS_MS, typingEnded, typingSeen } from './model.ts'
import { Rooms } from './room-subscriptions.ts'
import { TypingSignal } from './typing-signal.ts'

const rooms = new Rooms({
  join: (conversationId) => sayNow('conversation:join', { conversationId }),
  leave: (conversationId) => sayNow('conversation:leave', { conversationId }),
})
const signal = new TypingSignal((conversationId, typing) => sayNow('conversation:typing', { conversationId, typing }))
const expiries = new Map<string, ReturnType<typeof setTimeout>>()

sample({ clock: socketChanged, filter: (status) => status !== 'connected', fn: () => {}, target: connectionBroke })

onSocketReady(() => rooms.joinAll())
onSocket('presence', (event) => emit(presenceSeen, event))
onSocket('message:created', ({ conversationId }) => emit(typingEnded, conversationId))
onSocket('conversation:typing', seeTyping)

/** Hears what goes on in a conversation. Returns how to stop; null when too many are listened to already. */
export function enterRoom(conversationId: string): (() => void) | null {
  return rooms.enter(conversationId)
}

/** The viewer writes in a conversation, or has stopped. */
export function sayTyping(conversationId: string, typing: boolean): void {
  signal.typing(conversationId, typing)
}

function seeTyping({ conversationId, typing }: Parameters<ServerToClient['conversation:typing']>[0]): void {
  emit(typingSeen, { conversationId, typing })
  clearTimeout(expiries.get(conversationId))
  // The event that ends the typing may get lost on the way.
  if (typing)
    expiries.set(
      conversationId,
      setTimeout(() => emit(typingEnded, conversationId), TYPING_LASTS_MS),
    )
}
