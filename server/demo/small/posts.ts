import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { v7 } from 'uuid'
import type { App } from '../../app.ts'
import { takeFiles } from '../../content/attachments.ts'
import { postFiles } from '../../domains/content/posts/attachments.ts'
import { Post } from '../../domains/content/posts/entity.ts'
import { lockPerformer } from '../../domains/content/posts/put-into-feed.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { createFile } from '../../infra/files/commands.ts'
import { encodePhoto } from '../../infra/files/processing/images.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { landscape } from './artwork.ts'
import type { Palette } from './artwork.ts'
import { demoPeople } from './people.ts'
import { demoPostTexts } from './post-texts.ts'
import type { DemoPost } from './post-texts.ts'

const HOUR_MS = 3_600_000

/** Fills the feeds of the creators. */
export async function seedPosts(app: App, accounts: ReadonlyMap<string, User>): Promise<void> {
  await Promise.all(Object.keys(demoPostTexts).map((username) => seedFeed(app, username, must(accounts.get(username)))))
}

/** Past `publishPost`, which gives every post the present time; the numbers are kept as it keeps them. */
async function seedFeed(app: App, username: string, user: User): Promise<void> {
  if (await app.orm.em.fork().count(Post, { performerId: user.id })) return
  const { palette } = must(demoPeople.find((person) => person.username === username))
  const posts = must(demoPostTexts[username]).toReversed()
  const pictures = await Promise.all(posts.map((post) => seedPictures(app, user, { post, palette })))
  await transact(app, actingAs(user), async (tx) => {
    const performer = await lockPerformer(tx, user.id)
    for (const [index, post] of posts.entries()) {
      const id = createPost(tx, user.id, { post, seq: index + 1 })
      await takeFiles(tx, must(pictures[index]), { holderId: id, takes: postFiles })
    }
    performer.lastPostSeq = posts.length
  })
}

function createPost(tx: Tx, performerId: string, { post, seq }: { post: DemoPost; seq: number }): string {
  const publishedAt = new Date(tx.now.getTime() - post.hoursAgo * HOUR_MS)
  const { text, access, price, poll = null } = post
  const dates = { publishedAt, createdAt: publishedAt, updatedAt: publishedAt }
  const id = v7({ msecs: publishedAt.getTime() })
  tx.em.create(Post, { id, performerId, seq, status: 'published', text, access, price, poll, ...dates })
  return id
}

function seedPictures(app: App, user: User, { post, palette }: { post: DemoPost; palette: Palette }) {
  return Promise.all(
    post.pictures.map(async ({ motif, ...size }) => {
      const [drawn, original, thumbnail] = [app.storage.workPath(), app.storage.workPath(), app.storage.workPath()]
      try {
        const svg = landscape({ ...palette, motif }, size)
        await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toFile(drawn)
        const photo = await encodePhoto(drawn, { original, thumbnail })
        const file = { id: v7(), purpose: 'message', type: 'photo', status: 'ready', hasThumbnail: true } as const
        const bytes = { original, thumbnail }
        await transact(app, actingAs(user), (tx) => createFile(tx, { ...file, ...photo, bytes }))
        return file.id
      } finally {
        for (const path of [drawn, original, thumbnail]) await rm(path, { force: true })
      }
    }),
  )
}
