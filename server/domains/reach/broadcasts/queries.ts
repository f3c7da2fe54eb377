import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BroadcastView } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { App } from '../../../app.ts'
import { filesOf } from '../../../content/attachments.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { entityTotal } from '../../../infra/http/list.ts'
import { MANY } from '../../talk/messages/attachments.ts'
import { Broadcast } from './entity.ts'
import { figuresOf, noFigures } from './figures-of.ts'
import { broadcastView } from './views.ts'

/** The messages to many of a creator, without those that were discarded. */
export const whereOwn = (performerId: string) => ({ performerId, trigger: null, isRetired: false })

/** The files of these messages to many, by message. */
export async function filesOfBroadcasts(
  em: SqlEntityManager,
  broadcasts: readonly Broadcast[],
): Promise<(id: string) => FileRow[]> {
  const held = await filesOf(
    em,
    MANY,
    broadcasts.flatMap(({ id, fileIds }) => (fileIds.length > 0 ? id : [])),
  )
  return (id) => held.get(id)?.file ?? []
}

/** These messages with their files and figures. */
export async function broadcastViews(
  { app, em }: { app: App; em: SqlEntityManager },
  broadcasts: readonly Broadcast[],
): Promise<BroadcastView[]> {
  const files = await filesOfBroadcasts(em, broadcasts)
  const figures = await figuresOf(
    em,
    broadcasts.map(({ id }) => id),
  )
  return broadcasts.map((broadcast) => ({
    ...broadcastView(app, { broadcast, files: files(broadcast.id) }),
    figures: figures.get(broadcast.id) ?? noFigures,
  }))
}

/** A page of a creator's messages to many, the latest change first. */
export async function broadcastPage(
  em: SqlEntityManager,
  performerId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<[Broadcast[], number]> {
  const orderBy = { updatedAt: 'desc', id: 'desc' } as const
  const where = whereOwn(performerId)
  const rows = await em.find(Broadcast, where, { orderBy, offset, limit })
  return [rows, await entityTotal(em, { entity: Broadcast, where })]
}
