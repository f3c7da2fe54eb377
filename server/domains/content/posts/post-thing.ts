import { LockMode } from '@mikro-orm/postgresql'
import { unreadyOf } from '@vesper/sync/vesper/records/file.ts'
import { accessOf } from '../../../content/access.ts'
import { filesOf } from '../../../content/attachments.ts'
import { isThere, openToReader, OWNED } from '../../../content/open-to-reader.ts'
import { viewersOf } from '../../../content/viewers.ts'
import { thing } from '../../../infra/things/thing.ts'
import type { NoticedThing } from '../../../infra/things/thing.ts'
import { NO_POST } from './commands.ts'
import { Post } from './entity.ts'
import { feedViews } from './feed-views.ts'
import { findPosts } from './find-posts.ts'
import { hidePost } from './hide-post.ts'
import { postsInOrder } from './queries.ts'
import { postAccess, viewedPost } from './viewed-post.ts'

/** Posts, as all that works on things of any kind sees them. */
export const postThing = thing<Post>({
  kind: 'feed',
  words: { missing: NO_POST, notLiked: "You can't like a post that is locked for you." },
  find: ({ em }, id) => em.findOne(Post, { id }),
  async access({ em }, onlooker, post) {
    const viewer = (await viewersOf(em, onlooker, [viewedPost(post)]))(viewedPost(post))
    return { access: accessOf(viewer, post), isBlocked: viewer.isBlocked }
  },
  owner: ({ performerId }) => performerId,
  lock: ({ em }, id) => em.findOne(Post, { id }, { lockMode: LockMode.PESSIMISTIC_READ }),
  price: ({ access, price }) => (access === 'paid' ? price : null),
  unready: async ({ em }, { id }) => unreadyOf((await filesOf(em, 'post', [id])).get(id)?.file ?? []),
  async pictures({ app, em }, viewer, ids) {
    const views = await feedViews(app, { em, posts: await postsInOrder(em, ids), viewer })
    return new Map(
      views.flatMap(({ _id, thumbnail, files }) => {
        const file = thumbnail ?? files.find(({ type }) => type === 'photo' || type === 'video')
        const url = file?.status === 'ready' ? file.thumbnailUrl : null
        return url == null ? [] : [[_id, url] as const]
      }),
    )
  },
  // A locked post shows its preview, which can be reported as well.
  async snapshot({ em }, onlooker, post) {
    if ((await postAccess(em, onlooker, post)) === 'hidden') return null
    const files = (await filesOf(em, 'post', [post.id])).get(post.id)?.file ?? []
    return { text: post.text, fileIds: files.map(({ id }) => id) }
  },
  async noticed({ em }, ids) {
    const rows = await em.execute<(NoticedThing & { id: string })[]>(
      `select id, performer_id as "ownerId", left(text, 200) as preview from post
       where id = any(?::uuid[]) and status <> 'removed'`,
      [`{${ids.join()}}`],
    )
    return new Map(rows.map(({ id, ...row }) => [id, { ...row, page: null }]))
  },
  hide: hidePost,
  bookmarks: {
    join: `join post o on o.id = r.object_id and ${isThere('o')}
      join "user" u on u.id = o.performer_id and (
        u.id = r.user_id or (o.status = 'published' and ${openToReader('u')}) or ${OWNED}
      )`,
    cards: async ({ app, em }, viewer, ids) => feedViews(app, { em, posts: await postsInOrder(em, ids), viewer }),
  },
  async search({ app, em }, { words, onlooker: viewer, page }) {
    const { ids, total } = await findPosts(em, { words, viewer }, page)
    const views = await feedViews(app, { em, posts: await postsInOrder(em, ids), viewer })
    // A post may have been locked since the database was asked.
    return { data: views.filter(({ isLocked, status }) => !isLocked && status !== 'removed'), total }
  },
})
