import { domain, synced } from '../../../infra/domain.ts'
import { ownFeed } from '../../../infra/sync/mutation-handlers.ts'
import { postHolder } from './attachments.ts'
import { closeEndedPolls } from './close-polls.ts'
import { publishPost, removePost, updatePost } from './commands.ts'
import { Post } from './entity.ts'
import { expireDuePosts } from './expire-due.ts'
import { feedRoutes } from './feed-routes.ts'
import { postPages } from './post-pages.ts'
import { postThing } from './post-thing.ts'
import { publishDuePosts } from './publish-due.ts'
import { PUBLISH_LIMIT } from './publish-limit.ts'
import { postRoutes } from './routes.ts'
import { posts as collection, postsThatShowFiles, recordPost } from './synced.ts'

/** Posts of creators and the feeds that they make. */
export const posts = domain({
  name: 'posts',
  entities: [synced(Post, recordPost)],
  reads: ['follow', 'poll_total', 'poll_vote', 'user'],
  routes: [...feedRoutes, ...postRoutes],
  collections: [collection],
  derived: [postsThatShowFiles],
  jobs: [publishDuePosts, expireDuePosts, closeEndedPolls],
  fileHolders: [postHolder],
  things: [postThing],
  publicPages: [postPages],
  mutations: {
    'post.publish': { run: publishPost, spaces: ownFeed, row: ({ _id }) => _id, limit: PUBLISH_LIMIT },
    'post.update': { run: updatePost, spaces: ownFeed },
    'post.remove': { run: removePost, spaces: ownFeed },
  },
})
