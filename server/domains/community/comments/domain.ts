import { OWN_COMMENTS_WINDOW } from '@vesper/sync/vesper/records/comment.ts'
import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { commentRooms } from './announce.ts'
import { commentHolder } from './attachments.ts'
import { addComment, editComment, removeComment } from './commands.ts'
import { commentThing } from './comment-thing.ts'
import { recountComments } from './count.ts'
import { Comment } from './entity.ts'
import { commentRoutes } from './routes.ts'
import { commentsThatShowFiles, ownComments, recordComment } from './synced.ts'

/** Comments on posts, galleries, photos, videos and products. */
export const comments = domain({
  name: 'comments',
  entities: [synced(Comment, recordComment)],
  reads: ['attachment', 'content_total', 'user'],
  routes: commentRoutes,
  collections: [ownComments],
  derived: [commentsThatShowFiles],
  pageRooms: commentRooms,
  fileHolders: [commentHolder],
  things: [commentThing],
  standingChanged: (tx, authorId) => recountComments(tx, { authorId }),
  ownRows: [
    {
      sql: `select count(*)::int from (
        select from comment where author_id = ? and status <> 'deleted' limit ?
      ) as c`,
      params: ['viewer', OWN_COMMENTS_WINDOW],
    },
  ],
  mutations: {
    'comment.add': { run: addComment, spaces: ownSpace, row: ({ _id }) => _id, limit: { points: 300, seconds: 600 } },
    'comment.edit': { run: editComment, spaces: ownSpace, limit: { points: 300, seconds: 600 } },
    'comment.remove': { run: removeComment, spaces: ownSpace, limit: { points: 600, seconds: 600 } },
  },
})
