import type { User } from '../../domains/accounts/entity.ts'
import type { App } from '../../context.ts'
import { postFiles } from '../../domains/posts/attachments.ts'
import { Post } from '../../domains/posts/entity.ts'
import { lockPerformer } from '../../domains/posts/feed-sequence.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { takeFiles } from '../../content/attachments.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { createPictureRows } from './picture-rows.ts'
import { postPictureIds } from './pictures.ts'
import type { WorldPicture } from './pictures.ts'
import type { PlacedPost, World } from './read-world.ts'

const MINUTE_MS = 60_000
/** How long before its time a post was written that waits for it. */
const WRITTEN_MS = 3 * 60 * MINUTE_MS

/** Fills the feeds of the creators, one after another; a creator who has posts keeps those. */
export async function seedFeeds(
  app: App,
  { posts }: World,
  { accounts, pictures }: { accounts: ReadonlyMap<string, User>; pictures: readonly WorldPicture[] },
): Promise<void> {
  const start = app.clock().getTime()
  for (const [username, own] of Map.groupBy(posts, ({ creator }) => creator.username)) {
    const user = must(accounts.get(username))
    if ((await app.orm.em.fork().count(Post, { performerId: user.id })) > 0) continue
    const theirs = pictures.filter(({ owner, purpose }) => owner === username && purpose === 'message')
    await transact(app, actingAs(user), async (tx) => {
      createPictureRows(tx, theirs, accounts)
      await tx.em.flush()
      await seedFeed(tx, { posts: own.toReversed(), performerId: user.id, start })
    })
  }
}

/** Past `publishPost`, which gives every post the present time; the numbers are kept as it keeps them. */
async function seedFeed(
  tx: Tx,
  { posts, performerId, start }: { posts: readonly PlacedPost[]; performerId: string; start: number },
): Promise<void> {
  const performer = await lockPerformer(tx, performerId)
  for (const post of posts) {
    const at = new Date(start - post.minutesAgo * MINUTE_MS)
    const isOut = post.minutesAgo >= 0
    if (isOut) performer.lastPostSeq += 1
    const createdAt = isOut ? at : new Date(start - WRITTEN_MS)
    const { id, text, access, price, poll } = post
    tx.em.create(Post, {
      ...{ id, performerId, text, access, price, createdAt, updatedAt: createdAt },
      poll: poll && { question: poll.question, options: poll.options },
      ...(isOut
        ? { seq: performer.lastPostSeq, publishedAt: at, status: post.archived ? 'archived' : 'published' }
        : { status: 'scheduled', scheduledAt: at }),
    })
  }
  // The pictures are taken while they are still to be drawn, which nobody's upload can be.
  for (const post of posts) {
    const takes = { ...postFiles, unready: ['photo'] as const }
    await takeFiles(tx, postPictureIds(post), { holderId: post.id, takes })
  }
}
