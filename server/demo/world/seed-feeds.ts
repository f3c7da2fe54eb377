import type { App } from '../../app.ts'
import { takePostFiles } from '../../domains/content/posts/attachments.ts'
import { Post } from '../../domains/content/posts/entity.ts'
import { lockPerformer } from '../../domains/content/posts/put-into-feed.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { createClipRows } from './clip-rows.ts'
import { worldClips } from './clips.ts'
import { postAdvertIds, postClipId, postPictureFileIds } from './file-ids.ts'
import { createPictureRows } from './picture-rows.ts'
import type { WorldPicture } from './pictures.ts'
import type { PlacedPost, World } from './read-world.ts'

const MINUTE_MS = 60_000
/** How long before its time a post was written that waits for it. */
const WRITTEN_MS = 3 * 60 * MINUTE_MS

type Parts = { accounts: ReadonlyMap<string, User>; pictures: readonly WorldPicture[]; hasClips: boolean }

/** Fills the feeds of the creators, one after another; a creator who has posts keeps those. */
export async function seedFeeds(app: App, world: World, { accounts, pictures, hasClips }: Parts): Promise<void> {
  const start = app.clock().getTime()
  const clips = hasClips ? worldClips(world) : []
  for (const [username, own] of Map.groupBy(world.posts, ({ creator }) => creator.username)) {
    const user = must(accounts.get(username))
    if ((await app.orm.em.fork().count(Post, { performerId: user.id })) > 0) continue
    const posts = own.toReversed().map((post) => ({ ...post, files: filesOf(post, hasClips) }))
    const ids = new Set(posts.flatMap(({ files }) => [...files.fileIds, files.thumbnailId, files.teaserId]))
    await transact(app, actingAs(user), async (tx) => {
      const drawn = pictures.filter(({ id }) => ids.has(id))
      createPictureRows(tx, drawn, accounts)
      const made = clips.filter(({ id }) => ids.has(id))
      createClipRows(tx, made, accounts)
      await tx.em.flush()
      await seedFeed(tx, { posts, performerId: user.id, start })
    })
  }
}

type Seeded = PlacedPost & { files: ReturnType<typeof filesOf> }

/** Where no clips can be made, a picture stands for each. */
function filesOf(post: PlacedPost, hasClips: boolean) {
  const clip = hasClips ? postClipId(post) : null
  const { thumbnail: thumbnailId, teaser } = postAdvertIds(post)
  return { fileIds: clip === null ? postPictureFileIds(post) : [clip], thumbnailId, teaserId: hasClips ? teaser : null }
}

/** Past `publishPost`, which gives every post the present time; the numbers are kept as it keeps them. */
async function seedFeed(
  tx: Tx,
  { posts, performerId, start }: { posts: readonly Seeded[]; performerId: string; start: number },
): Promise<void> {
  const performer = await lockPerformer(tx, performerId)
  for (const post of posts) {
    const at = new Date(start - post.minutesAgo * MINUTE_MS)
    const isOut = post.minutesAgo >= 0
    if (isOut) performer.lastPostSeq += 1
    const createdAt = isOut ? at : new Date(start - WRITTEN_MS)
    const { id, text, access, price, tags } = post
    tx.em.create(Post, {
      ...{ id, performerId, text, access, price, tags, isPinned: post.pinned, createdAt, updatedAt: createdAt },
      ...pollOf(post, { at, now: tx.now }),
      ...(isOut
        ? { seq: performer.lastPostSeq, publishedAt: at, status: post.archived ? 'archived' : 'published' }
        : { status: 'scheduled', scheduledAt: at }),
    })
  }
  // The files are taken before they are made: they come to life in open pages.
  for (const { id, files } of posts) await takePostFiles(tx, id, files)
}

/** A poll that ended before the first start is noted as ended, as the job does it. */
function pollOf({ poll }: PlacedPost, { at, now }: { at: Date; now: Date }): Pick<Post, 'poll' | 'pollClosesAt'> {
  if (!poll) return { poll: null, pollClosesAt: null }
  const { question, options, isMultiple } = poll
  const endsAt = pollEndOf(poll, at)
  return {
    poll: { question, options, isMultiple, endsAt: endsAt.toISOString() },
    pollClosesAt: endsAt > now ? endsAt : null,
  }
}

/** The end of a poll that was published at a time. */
function pollEndOf({ openDays }: NonNullable<PlacedPost['poll']>, publishedAt: Date): Date {
  return new Date(publishedAt.getTime() + openDays * 24 * 60 * MINUTE_MS)
}
