/** A message as Vesper has it, without files: some 450 bytes. */
export type Message = {
  _id: string
  conversationId: string
  seq: number
  senderId: string
  text: string
  isDeleted: boolean
  createdAt: string
  updatedAt: string
}

/** Messages that the server has not numbered sort after those that it has. */
export const PENDING_SEQ = 2 ** 40

const FIRST_AT = Date.parse('2026-01-01T00:00:00.000Z')

/** The `n`th message of the `conversation`th conversation, counted from 0: the same in every engine and every run. */
export function messageOf(conversation: number, n: number): Message {
  const at = new Date(FIRST_AT + n * 60_000).toISOString()
  return {
    _id: uuid(1, conversation * 100_000 + n),
    conversationId: conversationId(conversation),
    seq: n + 1,
    senderId: uuid(2, n % 2),
    text: `${n} ${'what people write to each other in a conversation '.repeat(3)}`,
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  }
}

/** The next message of the device's user, still without a place among the messages of the server. */
export function pendingMessage(conversation: number, n: number): Message {
  return { ...messageOf(conversation, n), _id: uuid(3, conversation * 100_000 + n), seq: PENDING_SEQ + n }
}

export function conversationId(conversation: number): string {
  return uuid(4, conversation)
}

function uuid(kind: number, n: number): string {
  return `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}
