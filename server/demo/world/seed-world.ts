import type { App } from '../../app.ts'
import { findFfmpeg } from '../../infra/files/processing/run-ffmpeg.ts'
import { seedComments } from '../comments.ts'
import { seedConversation } from '../conversations.ts'
import { seedDrafts } from '../drafts.ts'
import { must } from '../find-demo-rows.ts'
import { demoConversations } from '../small/people.ts'
import type { DemoConversation } from '../small/people.ts'
import { seedCart } from '../small/products.ts'
import { worldFans } from './fans.ts'
import { fillPictures } from './fill-pictures.ts'
import { worldPictures } from './pictures.ts'
import type { WorldPicture } from './pictures.ts'
import { readWorld } from './read-world.ts'
import { seedActivity } from './seed-activity.ts'
import { seedAssets } from './seed-assets.ts'
import { seedFeeds } from './seed-feeds.ts'
import { seedLive } from './seed-live.ts'
import { seedPeople } from './seed-people.ts'
import { seedProductFiles } from './seed-product-files.ts'
import { seedProducts } from './seed-products.ts'
import { seedReactions } from './seed-reactions.ts'
import { seedSite } from './seed-site.ts'
import { seedStatistics } from './seed-statistics.ts'
import { seedVotes } from './seed-votes.ts'

const conversations: readonly DemoConversation[] = [
  ...demoConversations,
  ...[
    { fan: 'fan1', creator: 'hana.kiln', days: 21, unread: { fan: 1, creator: 0 } },
    { fan: 'fan1', creator: 'nightbus', days: 12, unread: { fan: 0, creator: 0 } },
    { fan: 'graceo', creator: 'coach.amara', days: 30, unread: { fan: 0, creator: 0 } },
    { fan: 'tessdw', creator: 'luca.onsight', days: 14, unread: { fan: 0, creator: 1 } },
    { fan: 'owenp', creator: 'smallhours', days: 18, unread: { fan: 2, creator: 0 } },
    { fan: 'mina.r', creator: 'papermoth', days: 40, unread: { fan: 0, creator: 0 } },
    { fan: 'jonasw', creator: 'saffron.salt', days: 8, unread: { fan: 1, creator: 0 } },
    { fan: 'lbyrne', creator: 'thelowriver', days: 25, unread: { fan: 0, creator: 1 } },
    { fan: 'hyejin', creator: 'mei.moves', days: 10, unread: { fan: 0, creator: 0 } },
  ],
]

/** The pictures that are on every page. */
const FIRST: ReadonlySet<WorldPicture['purpose']> = new Set(['avatar', 'cover', 'product'])

/**
 * Makes a site that has been lived in for a year: all rows, the pictures of accounts and products, and the newest
 * `firstPhotos` of posts. The other pictures and the clips are made by `startFilling`. Existing rows stay as they are.
 */
export async function seedWorld(app: App, firstPhotos: number): Promise<void> {
  const world = await readWorld()
  const pictures = worldPictures(world)
  const accounts = await seedPeople(app, pictures)
  await seedProducts(app, world, { accounts, pictures })
  await seedProductFiles(app, world, accounts)
  await seedSite(app)
  await seedCart(app, accounts)
  await seedDrafts(app, accounts)
  const hasClips = (await findFfmpeg(app.config)) !== null
  await seedFeeds(app, world, { accounts, pictures, hasClips })
  await seedAssets(app, world, { accounts, pictures, hasClips })
  await seedLive(app, world, { accounts, hasClips })
  await seedVotes(app, world, accounts)
  await seedReactions(app, world, accounts)
  await seedComments(app, { fans: worldFans.map(({ username }) => must(accounts.get(username))), things: 120 })
  await seedActivity(app)
  await seedStatistics(app, accounts)
  for (const conversation of conversations) await seedConversation(app, conversation, accounts)
  const photos = pictures.filter(({ purpose }) => purpose === 'message').slice(0, firstPhotos)
  const first = [...pictures.filter(({ purpose }) => FIRST.has(purpose)), ...photos]
  await fillPictures(app, first, { atOnce: 4, pauseMs: 0 })
}
