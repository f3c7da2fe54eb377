import { domain, notSynced } from '../../../infra/domain.ts'
import { lineHolder } from './attachments.ts'
import { removeLine } from './commands.ts'
import { StreamMessage, StreamModerator, StreamSanction } from './entity.ts'
import { chatEvents } from './events.ts'
import { chatRoutes } from './routes.ts'
import { sayQueues } from './say-queue.ts'
import { tellJoined } from './tell-mode.ts'
import { standingService } from './tell-standings.ts'
import { trimLinesJob } from './trim-lines.ts'

/** The chats of live streams, and those who keep them in order. */
export const chat = domain({
  name: 'chat',
  entities: [notSynced(StreamMessage), notSynced(StreamSanction), notSynced(StreamModerator)],
  reads: ['file', 'follow', 'membership', 'stream', 'user'],
  writes: { stream: 'the lock of its row makes the lines of its chat count without gaps' },
  routes: chatRoutes,
  socketEvents: chatEvents,
  services: [sayQueues, standingService],
  jobs: [trimLinesJob],
  fileHolders: [lineHolder],
  removeMessage: removeLine,
  fanJoined: tellJoined,
})
