import * as v from 'valibot'
import {
  hasContent,
  Message,
  MESSAGE_FILES_MAX,
  MESSAGE_TEXT_MAX,
  messagePrice,
  NOTHING_TO_SEND,
} from '../records/message.ts'
import { listOf, queryInteger, shown, storable, uuid } from './fields.ts'

/** Pages of a conversation, newest first. `before` (a `seq`) keeps a page in place while new messages arrive. */
export const MessageQuery = v.object({
  offset: queryInteger(0, 0, 1_000_000),
  limit: queryInteger(25, 1, 100),
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Use the number of a message.'), v.transform(Number))),
})

export const MessageList = listOf(Message)

/** `text` or at least one file. `price`: tokens that open it, for creators alone. `_id`, made by the sender, makes sending again harmless. */
export const SendMessage = v.pipe(
  v.object({
    _id: v.optional(uuid),
    text: v.optional(
      v.pipe(v.string(), shown, v.maxLength(MESSAGE_TEXT_MAX, 'A message has at most 2,000 characters.'), storable),
      '',
    ),
    fileIds: v.optional(v.pipe(v.array(uuid), v.maxLength(MESSAGE_FILES_MAX, 'A message has at most 10 files.')), []),
    price: v.optional(messagePrice),
  }),
  v.check((message) => hasContent(message), NOTHING_TO_SEND),
)

/** `POST /messages/read-all/{conversationId}`: reads up to `seq`, by default all that is there. */
export const ReadAll = v.object({ seq: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) })

export const TotalUnread = v.object({ total: v.number() })
