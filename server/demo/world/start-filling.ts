import type { App } from '../../app.ts'
import { Setting } from '../../domains/site/settings/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { findFfmpeg } from '../../infra/files/processing/run-ffmpeg.ts'
import { holdLock } from '../../infra/jobs/hold-lock.ts'
import { FILLED, SEEDED } from '../seeded.ts'
import { worldClips } from './clips.ts'
import { soldFileIds } from './file-ids.ts'
import { completeClips, fillClips } from './fill-clips.ts'
import { fillPictures } from './fill-pictures.ts'
import { worldPictures } from './pictures.ts'
import { readWorld } from './read-world.ts'
import type { World } from './read-world.ts'
import { seedBlock } from './seed-block.ts'
import { seedMoney } from './seed-money.ts'
import { seedOrders } from './seed-orders.ts'
import { seedPayouts } from './seed-payouts.ts'
import { seedReach } from './seed-reach.ts'

const PAUSE_MS = 50
/** Pictures that are drawn before the first clip. */
const BEFORE_CLIPS = 200

/** `done` resolves when this process has no more to draw; `stop` leaves the rest to the next start. */
export type Filling = { done: Promise<void>; stop: () => Promise<void> }

/**
 * Moves the world's money, and makes the rest of its pictures and clips, while the site is in use, one after another.
 * Only one server of several does.
 */
export function startFilling(app: App): Filling {
  const stopping = new AbortController()
  const done = fillOnce(app, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) app.log.error({ err: error }, 'the pictures and clips of the demo are not complete')
  })
  return {
    done,
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

async function fillOnce(app: App, stopping: AbortSignal): Promise<void> {
  if (await isFilled(app)) return
  await holdLock(app.session, 'demo:fill', async (lost) => {
    if (await isFilled(app)) return
    const ffmpeg = await findFfmpeg(app.config)
    const world = worldOf(await readWorld(), ffmpeg !== null)
    const pace = { pauseMs: PAUSE_MS, signal: AbortSignal.any([stopping, lost]) }
    const [pictures, clips] = [worldPictures(world), ffmpeg === null ? [] : worldClips(world)]
    const { value: start } = await app.orm.em.fork().findOneOrFail(Setting, { key: SEEDED })
    const moving = { start: new Date(String(start)), signal: pace.signal }
    // `buy` refuses what cannot be seen yet.
    const sold = soldFileIds(world)
    await fillPictures(
      app,
      pictures.filter(({ id }) => sold.has(id)),
      { atOnce: 1, ...pace },
    )
    const soldClips = clips.filter(({ id }) => sold.has(id))
    if (ffmpeg !== null) await completeClips(app, soldClips, { ffmpeg, ...pace })
    await seedMoney(app, world, moving)
    await seedOrders(app, moving)
    await seedPayouts(app, moving)
    await seedReach(app, moving)
    await seedBlock(app)
    // The posts that most people see first, then all clips, then the rest.
    await fillPictures(app, pictures.slice(0, BEFORE_CLIPS), { atOnce: 1, ...pace })
    if (ffmpeg !== null) await fillClips(app, clips, { ffmpeg, ...pace })
    await fillPictures(app, pictures, { atOnce: 1, ...pace })
    await transact(app, null, async (tx) => {
      tx.em.create(Setting, { key: FILLED, value: tx.now.toISOString(), updatedAt: tx.now })
    })
  })
}

/** Without a program for clips there are no videos. */
function worldOf({ assets, ...world }: World, hasClips: boolean): World {
  return { ...world, assets: assets.filter(({ kind }) => kind === 'gallery' || hasClips) }
}

async function isFilled(app: App): Promise<boolean> {
  return (await app.orm.em.fork().count(Setting, { key: FILLED })) > 0
}
