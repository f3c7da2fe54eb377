import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { domain, synced } from '../../../infra/domain.ts'
import { ownFeed } from '../../../infra/sync/mutation-handlers.ts'
import { endPause, planPause } from './commands.ts'
import { CreatorPause } from './entity.ts'
import { tellMembersJob } from './tell-members.ts'

const limit = { points: 20, seconds: 86_400 }

/** Pauses of creators, in which no subscription is charged and paid time stands still. */
export const pauses = domain({
  name: 'pauses',
  entities: [
    synced(CreatorPause, (changes, { entity: { performerId: id }, payload }) => {
      // The card of the creator shows nothing of who was told.
      if (Object.keys(payload).some((field) => field !== 'toldTo' && field !== 'announcedTo'))
        changes.add({ space: spaceOfPerformer(id), collection: 'creators', id })
    }),
  ],
  reads: ['membership'],
  jobs: [tellMembersJob],
  mutations: {
    'pause.plan': { run: planPause, spaces: ownFeed, limit },
    'pause.end': { run: endPause, spaces: ownFeed, limit },
  },
})
