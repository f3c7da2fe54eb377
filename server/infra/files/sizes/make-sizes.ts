import { rm, stat } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'
import type { App } from '../../../app.ts'
import { lock } from '../../database/lock.ts'
import { transact } from '../../database/transaction.ts'
import type { RecurringJob } from '../../jobs/job.ts'
import { workThroughDue } from '../../jobs/work-through.ts'
import { File } from '../entity.ts'
import type { SmallerCopy } from '../processing/images.ts'
import { processPicture } from '../processing/picture-processes.ts'
import { diskRoom } from '../storage/disk-room.ts'
import { avifWidthsOf, baseOf, sizeName, widthsOf } from './picture-sizes.ts'
import type { Base, PictureSize } from './picture-sizes.ts'

//   ready file: due ─→ copies in WebP ─→ webp ─→ copies in AVIF ─→ all
//
// The newest comes first: older media never hold up an upload of today. Until then the picture itself answers for its copies.

/** Pictures of one run; the next run begins at once. */
const RUN = 200
/** So few are looked up at a time that a new upload is next after them. */
const BATCH = 5
/** All of them are one account among those whose uploads are processed. */
const ACCOUNT = 'files.sizes'
/** A copy in AVIF is kept where it has less than this part of the bytes in WebP. */
const WORTH = 0.9

/** Makes the smaller copies of pictures: of new ones, and of those from before there were any. */
export const makeSizesJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'files.sizes', everySeconds: 300 },
  async run(app, signal) {
    const made = await makeSizes(app, signal)
    if (made > 0) app.log.info({ made }, 'smaller copies of pictures were made')
    return made >= RUN ? 0 : null
  },
}

/** Makes the copies of at most `RUN` pictures; gives of how many. */
export function makeSizes(app: App, signal?: AbortSignal): Promise<number> {
  let looked = 0
  return workThroughDue<File>(app, {
    async find(failed) {
      if (looked >= RUN || (await diskRoom(app)()) <= 0) return []
      const files = await findDue(app, failed.map(idOfKey))
      looked += files.length
      return files
    },
    // A picture comes twice: for WebP, and for AVIF.
    idOf: ({ id, sizes }) => `${id} ${sizes}`,
    work: (file) => makeNext(app, file),
    signal,
  })
}

function idOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? ''
}

async function findDue({ orm }: App, except: string[]): Promise<File[]> {
  const em = orm.em.fork()
  for (const sizes of ['due', 'webp'] as const) {
    const found = await em.execute<{ id: string }[]>(newestOf(sizes), [`{${except.join()}}`, BATCH])
    if (found.length === 0) continue
    const ids = found.map(({ id }) => id)
    return em.find(File, { id: { $in: ids } }, { orderBy: { createdAt: 'desc' } })
  }
  return []
}

/** The state stands in the words, or the plan of a prepared statement would not know that the index of due files has it. */
export function newestOf(sizes: 'due' | 'webp'): string {
  return `select id from file where sizes = '${sizes}' and status = 'ready' and id <> all(?::uuid[])
    order by created_at desc limit ?`
}

/** Makes the copies that a picture waits for. One that cannot be read again has none. */
async function makeNext(app: App, file: File): Promise<void> {
  const base = baseOf(file)
  const source = base && (await app.storage.pathOf(file.id, base))
  const made: SmallerCopy[] = []
  try {
    if (base !== null && source) {
      made.push(...(await planned(app, file, base)))
      if (made.length > 0) await processPicture(ACCOUNT, { kind: 'sizes', source, copies: made })
    }
  } catch (error) {
    await discard(made)
    if (!(error instanceof Refusal)) throw error
    app.log.info({ err: error, fileId: file.id }, 'a picture gets no smaller copies')
  }
  const isDone = file.sizes === 'webp' || base === null || avifWidthsOf(file, base).length === 0
  try {
    await keep(app, file.id, { made, sizes: isDone ? 'all' : 'webp' })
  } finally {
    await discard(made)
  }
}

async function planned(app: App, file: File, base: Base): Promise<SmallerCopy[]> {
  if (file.sizes === 'due') {
    return widthsOf(file, base).map((width) => ({ width, format: 'webp', target: app.storage.workPath() }))
  }
  const copies: SmallerCopy[] = []
  for (const width of avifWidthsOf(file, base)) {
    // An animation has none.
    const inWebp = await app.storage.open(file.id, sizeName(width, 'webp'))
    if (!inWebp) continue
    copies.push({ width, format: 'avif', target: app.storage.workPath(), below: Math.floor(inWebp.size * WORTH) })
  }
  return copies
}

/** Stores what was made of a file. One that was removed in the meantime leaves nothing behind. */
async function keep(
  app: App,
  id: string,
  { made, sizes }: { made: readonly SmallerCopy[]; sizes: File['sizes'] },
): Promise<void> {
  await transact(app, null, async (tx) => {
    await lock(tx, 'file', id)
    if ((await tx.em.count(File, { id })) === 0) return app.storage.remove(id)
    for (const { width, format, target } of made) {
      const name: PictureSize = sizeName(width as PictureWidth, format)
      if (await isThere(target)) await app.storage.put(id, name, target)
    }
    await tx.em.nativeUpdate(File, { id }, { sizes })
  })
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function discard(copies: readonly SmallerCopy[]): Promise<void> {
  for (const { target } of copies) await rm(target, { force: true })
}
