import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { transact } from '../../infra/database/transaction.ts'
import { completeFile } from '../../infra/files/commands.ts'
import type { FileResult } from '../../infra/files/commands.ts'
import { File } from '../../infra/files/entity.ts'
import type { Rendition } from '../../infra/files/storage/storage.ts'
import { portraitOf } from '../../infra/files/uploads/purposes.ts'
import { drawPhoto, drawPortrait } from '../art/draw-picture.ts'
import type { WorldPicture } from './pictures.ts'

const BATCH = 20

export type Pace = {
  /** Pictures that are drawn at a time. */
  atOnce: number
  /** The pause after each group of pictures. */
  pauseMs: number
  signal?: AbortSignal
}

/**
 * Draws those pictures whose rows still wait for their bytes, in the given order, and completes the rows 20 at a time.
 * Cut off at any moment, the next call goes on. Throws the reason of `signal` when it aborts.
 */
export async function fillPictures(app: App, pictures: readonly WorldPicture[], pace: Pace): Promise<void> {
  const waiting = await waitingOf(app, pictures)
  for (let from = 0; from < waiting.length; from += BATCH) {
    const drawn: { id: string; result: FileResult }[] = []
    const batch = waiting.slice(from, from + BATCH)
    for (let n = 0; n < batch.length; n += pace.atOnce) {
      const group = batch.slice(n, n + pace.atOnce)
      drawn.push(...(await Promise.all(group.map((picture) => store(app, picture)))))
      if (pace.pauseMs > 0) await delay(pace.pauseMs, undefined, { signal: pace.signal })
      pace.signal?.throwIfAborted()
    }
    await transact(app, null, async (tx) => {
      // In one order: of two that complete the same files, one waits for the other.
      for (const { id, result } of drawn.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await completeFile(tx, id, result)
    })
  }
}

async function waitingOf(app: App, pictures: readonly WorldPicture[]): Promise<WorldPicture[]> {
  const among = { id: { $in: pictures.map(({ id }) => id) }, status: 'processing' } as const
  const rows = await app.orm.em.fork().find(File, among, { fields: ['id'] })
  const ids = new Set(rows.map(({ id }) => id))
  return pictures.filter(({ id }) => ids.has(id))
}

async function store(app: App, picture: WorldPicture): Promise<{ id: string; result: FileResult }> {
  const { id, purpose } = picture
  const portrait = portraitOf(purpose)
  const names: Rendition[] = portrait === null ? ['original', 'thumbnail'] : [portrait]
  const paths = names.map((rendition) => [rendition, app.storage.workPath()] as const)
  const [[, main], [, thumbnail] = []] = paths as [[Rendition, string], [Rendition, string]?]
  const sketch = { motif: picture.motif, palette: picture.palette, seed: picture.seed ?? id, ...picture.size }
  try {
    const encoded = thumbnail
      ? await drawPhoto(sketch, { original: main, thumbnail })
      : await drawPortrait(sketch, main)
    for (const [rendition, path] of paths) await app.storage.put(id, rendition, path)
    return { id, result: { status: 'ready', ...encoded, hasThumbnail: thumbnail !== undefined } }
  } finally {
    for (const [, path] of paths) await rm(path, { force: true })
  }
}
