import { domain, synced } from '../../../infra/domain.ts'
import { inConversation } from '../../../infra/sync/mutation-handlers.ts'
import { manyHolder, messageHolder } from './attachments.ts'
import { deleteMessage, sendMessage } from './commands.ts'
import { editMessage } from './edit-message.ts'
import { Message } from './entity.ts'
import { messageThing } from './message-thing.ts'
import { reactToMessage } from './react-to-message.ts'
import { readAll } from './read-all.ts'
import { messageRoutes } from './routes.ts'
import { sentFileRoutes } from './sent-file-routes.ts'
import {
  messages as collection,
  messagesThatAreBought,
  messagesThatQuote,
  messagesThatShowFiles,
  recordMessage,
} from './synced.ts'
import { tellOfTip } from './tell-of-tip.ts'

/** Messages and their files. */
export const messages = domain({
  name: 'messages',
  entities: [synced(Message, recordMessage)],
  reads: ['asset', 'attachment', 'broadcast', 'conversation', 'conversation_member', 'entitlement', 'file', 'user'],
  routes: [...messageRoutes, ...sentFileRoutes],
  collections: [collection],
  derived: [...messagesThatShowFiles, ...messagesThatAreBought, ...messagesThatQuote],
  fileHolders: [messageHolder, manyHolder],
  things: [messageThing],
  charged: { tip: tellOfTip },
  mutations: {
    'message.send': {
      run: sendMessage,
      spaces: inConversation,
      row: ({ _id }) => _id,
      limit: { points: 1500, seconds: 600 },
    },
    'message.edit': { run: editMessage, spaces: inConversation, limit: { points: 300, seconds: 600 } },
    'message.react': { run: reactToMessage, spaces: inConversation, limit: { points: 600, seconds: 600 } },
    'message.delete': { run: deleteMessage, spaces: inConversation },
    'conversation.read-all': { run: readAll, spaces: inConversation },
  },
})
