import type { App } from '../../app.ts'
import { addLines } from '../../domains/live/chat/add-lines.ts'
import { setTipMenu } from '../../domains/live/menu/commands.ts'
import { TipMenu } from '../../domains/live/menu/entity.ts'
import { beginStream, endStream } from '../../domains/live/streams/commands.ts'
import { Stream } from '../../domains/live/streams/entity.ts'
import { noteStream } from '../../domains/live/streams/note-stream.ts'
import { newRoom } from '../../domains/live/streams/own-rooms.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { demoId } from './demo-id.ts'
import type { World } from './read-world.ts'
import { worldMenus } from './world-menus.ts'
import { worldStreams } from './world-streams.ts'

const DAY_MS = 86_400_000
/** A recording is published so long after its stream. */
const CUTTING_MS = 7_200_000

type Accounts = ReadonlyMap<string, User>

type Given = { world: World; accounts: Accounts; hasClips: boolean }

/**
 * Gives creators their menus and goals, and streams that are over: each with its chat, and with the video that its recording
 * became. All is made by the commands that make it for people, except that no camera has ever sent: the seconds and the
 * number of viewers are made up. Existing rows stay as they are.
 */
export async function seedLive(app: App, world: World, given: Omit<Given, 'world'>): Promise<void> {
  await transact(app, null, async (tx) => {
    for (const menu of worldMenus) await seedMenu(quietly(tx), menu, must(given.accounts.get(menu.creator)))
    for (const stream of worldStreams) await seedStream(quietly(tx), stream, { ...given, world })
  })
}

async function seedMenu(tx: Tx, { creator, items, goal }: (typeof worldMenus)[number], account: User): Promise<void> {
  if ((await tx.em.count(TipMenu, { performerId: account.id })) > 0) return
  const [title, tokens, days] = goal ?? ['', 0, 120]
  const now = new Date(tx.now.getTime() - days * DAY_MS)
  await setTipMenu(
    { ...tx, now, actor: actingAs(account) },
    {
      version: 0,
      items: items.map(([name, price], n) => ({ _id: demoId(creator, 'menu', n), title: name, price })),
      goal: goal && { _id: demoId(creator, 'goal'), title, tokens },
    },
  )
}

async function seedStream(
  tx: Tx,
  { creator, video, seconds, viewers, lines }: (typeof worldStreams)[number],
  { world, accounts, hasClips }: Given,
): Promise<void> {
  const id = demoId(creator, `stream.${video}`)
  if ((await tx.em.count(Stream, { id })) > 0) return
  const recording = must(world.assets.find((asset) => asset.title === video && asset.creator.username === creator))
  const endedAt = tx.now.getTime() - recording.minutesAgo * 60_000 - CUTTING_MS
  const at = (share: number): Tx => ({ ...tx, now: new Date(endedAt - seconds * 1000 * (1 - share)) })
  const account = must(accounts.get(creator))
  const shown = { title: video, access: recording.access, price: null, rate: null }
  const stream = await beginStream(at(0), { id, performerId: account.id, kind: 'public', record: true, ...shown })
  const clock = { status: 'live', openedAt: 0, mediaAt: seconds * 1000, liveMs: seconds * 1000 } as const
  await noteStream(at(0), { ...newRoom(stream, viewers), clock, viewers, viewersPeak: viewers })
  for (const [n, [who, text]] of lines.entries()) {
    const said = { _id: demoId(creator, `line.${video}`, n), senderId: must(accounts.get(who)).id, text }
    await addLines(at((n + 1) / (lines.length + 2)), id, [{ ...said, replyTo: null, fileId: null }])
  }
  await endStream(at(1), { id, reason: 'performer' })
  // Without a program for clips there are no videos.
  if (hasClips) await tx.em.nativeUpdate(Stream, { id }, { videoId: recording.id })
}

/** Nobody is told of the past, no room is opened, and no work follows. */
function quietly(tx: Tx): Tx {
  const enqueue: Tx['app']['jobs']['enqueue'] = async () => {}
  return { ...tx, afterCommit: () => {}, app: { ...tx.app, jobs: { ...tx.app.jobs, enqueue } } }
}
