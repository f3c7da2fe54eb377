import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownFeed, ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { updatePerformer } from './commands.ts'
import { creatorPages } from './creator-pages.ts'
import { creatorThing } from './creator-thing.ts'
import { renewScoresJob } from './discovery/scores.ts'
import { sealedDocuments } from './documents/sealed-documents.ts'
import { sweepDocumentsJob } from './documents/sweep-documents.ts'
import { Performer, PerformerDocument } from './entity.ts'
import { reviewOf } from './queries.ts'
import { performerRoutes } from './routes.ts'
import { cardsThatShowVideos, channelSpaces, creators, recordPerformer } from './synced.ts'
import { setWelcomeVideo } from './welcome-video.ts'

/** The public side of creators, and their identity documents. */
export const performers = domain({
  name: 'performers',
  entities: [synced(Performer, recordPerformer), notSynced(PerformerDocument)],
  reads: ['asset', 'follow', 'post', 'user'],
  routes: performerRoutes,
  collections: [creators],
  derived: [cardsThatShowVideos],
  uploaded: { 'welcome-video': setWelcomeVideo },
  profilePart: reviewOf,
  spaces: [channelSpaces],
  things: [creatorThing],
  publicPages: [creatorPages],
  keyHolders: [sealedDocuments],
  jobs: [sweepDocumentsJob, renewScoresJob],
  mutations: {
    'performer.update': {
      run: updatePerformer,
      spaces: (args, account) => [...ownSpace(args, account), ...ownFeed(args, account)],
      limit: { points: 120, seconds: 600 },
    },
  },
})
