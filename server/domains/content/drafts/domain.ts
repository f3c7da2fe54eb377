import { domain, synced } from '../../../infra/domain.ts'
import { ownFeed, ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { PUBLISH_LIMIT } from '../posts/publish-limit.ts'
import { discardDraft, saveDraft } from './commands.ts'
import { draftHolder } from './draft-files.ts'
import { PostDraft } from './entity.ts'
import { pollRoutes } from './poll-routes.ts'
import { publishDraft } from './publish-draft.ts'
import { draftRoutes } from './routes.ts'
import { draftsThatShowFiles, postDrafts, recordDraft } from './synced.ts'

/** Drafts of posts, merged as the devices of their author send them. */
export const drafts = domain({
  name: 'drafts',
  entities: [synced(PostDraft, recordDraft)],
  routes: [...draftRoutes, ...pollRoutes],
  collections: [postDrafts],
  derived: [draftsThatShowFiles],
  fileHolders: [draftHolder],
  ownRows: [{ sql: "select count(*)::int from post_draft where owner_id = ? and state = 'open'", params: ['viewer'] }],
  mutations: {
    'draft.save': { run: saveDraft, spaces: ownSpace, limit: { points: 1500, seconds: 600 } },
    'draft.discard': { run: discardDraft, spaces: ownSpace },
    'draft.publish': {
      run: publishDraft,
      spaces: (args, account) => [...ownSpace(args, account), ...ownFeed(args, account)],
      row: ({ _id }) => _id,
      limit: PUBLISH_LIMIT,
    },
  },
})
