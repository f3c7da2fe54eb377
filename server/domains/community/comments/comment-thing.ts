import { filesOf } from '../../../content/attachments.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { thing } from '../../../infra/things/thing.ts'
import type { NoticedThing, ThingRef } from '../../../infra/things/thing.ts'
import { GONE, hideComment } from './commands.ts'
import { commentedObject } from './commented-object.ts'
import { Comment } from './entity.ts'
import { seenComment } from './queries.ts'

/** Comments, as all that works on things of any kind sees them. */
export const commentThing = thing<Comment>({
  kind: 'comment',
  words: { missing: GONE, notBookmarked: 'Comments can be liked, not bookmarked.' },
  find: ({ em }, id) => em.findOne(Comment, { id }),
  access: async (source, onlooker, comment) => ({
    access: (await isRead(source, onlooker, comment)) ? 'open' : 'hidden',
  }),
  owner: ({ authorId }) => authorId,
  async snapshot(source, onlooker, comment) {
    if (!(await isRead(source, onlooker, comment))) return null
    const files = (await filesOf(source.em, 'comment', [comment.id])).get(comment.id)?.file ?? []
    return { text: comment.text, fileIds: files.map(({ id }) => id) }
  },
  async noticed({ em }, ids) {
    const rows = await em.execute<
      (Omit<NoticedThing, 'page'> & { id: string; pageType: ThingRef['type']; pageId: string })[]
    >(
      `select id, author_id as "ownerId", left(text, 200) as preview, object_type as "pageType", object_id as "pageId"
       from comment where id = any(?::uuid[]) and status = 'visible'`,
      [`{${ids.join()}}`],
    )
    return new Map(
      rows.map(({ id, pageType, pageId, ...row }) => [id, { ...row, page: { type: pageType, id: pageId } }]),
    )
  },
  hide: async (tx, id, isHidden) => ((await hideComment(tx, id, isHidden)) ? (isHidden ? 'visible' : 'hidden') : null),
})

/** Comments are read where the thing that they stand below is open. */
async function isRead(source: Source, onlooker: Onlooker, comment: Comment): Promise<boolean> {
  if (!(await seenComment(source.em, comment.id))) return false
  return (await commentedObject(source, onlooker, comment))?.access === 'open'
}
