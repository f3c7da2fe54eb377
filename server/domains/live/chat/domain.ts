import { domain, notSynced } from '../../../infra/domain.ts'
import { StreamMessage, StreamModerator, StreamSanction } from './entity.ts'

/** The chats of live streams, and those who keep them in order. */
export const chat = domain({
  name: 'chat',
  entities: [notSynced(StreamMessage), notSynced(StreamSanction), notSynced(StreamModerator)],
  reads: ['file', 'stream', 'user'],
  writes: { stream: 'the lock of its row makes the lines of its chat count without gaps' },
})
