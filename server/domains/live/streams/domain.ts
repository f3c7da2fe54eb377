import { domain, notSynced } from '../../../infra/domain.ts'
import { Stream, StreamSettings } from './entity.ts'

/** Live streams of creators. */
export const streams = domain({
  name: 'streams',
  entities: [notSynced(Stream), notSynced(StreamSettings)],
  reads: ['show'],
})
