import { rm } from 'node:fs/promises'
import { v7 } from 'uuid'
import { inTurn } from '../../concurrency/in-turn.ts'
import type { App } from '../../../context.ts'
import { transact } from '../../database/transaction.ts'
import type { Actor } from '../../database/transaction.ts'
import { createFile, setPortrait } from '../commands.ts'
import { encodePortrait } from '../processing/images.ts'
import { detectMediaType } from '../media-type.ts'
import { notAPicture } from '../refusals.ts'

/** Makes the picture at `path` the avatar or the cover of the actor; gives the id of its file. */
export async function uploadPortrait(
  app: App,
  actor: Actor,
  { path, kind }: { path: string; kind: 'avatar' | 'cover' },
): Promise<string> {
  const media = await detectMediaType(path)
  if (media.type !== 'photo') throw notAPicture()
  const target = app.storage.workPath()
  try {
    const picture = await inTurn(`picture:${actor.userId}`, () => encodePortrait(path, target, kind))
    const fileId = v7()
    await transact(app, actor, async (tx) => {
      const bytes = { [kind]: target }
      await createFile(tx, { id: fileId, purpose: kind, type: 'photo', status: 'ready', ...picture, bytes })
      await setPortrait(tx, { fileId, kind })
    })
    return fileId
  } finally {
    await rm(target, { force: true })
  }
}
