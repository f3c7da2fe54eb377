import type { Broadcast as BroadcastRecord } from '@vesper/sync/vesper/records/broadcast.ts'
import type { App } from '../../../app.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { fileView } from '../../../infra/files/views.ts'
import type { Broadcast } from './entity.ts'

/** A message to many for its author, who alone sees it. */
export function broadcastView(
  app: Pick<App, 'secret' | 'clock'>,
  { broadcast, files }: { broadcast: Broadcast; files: readonly FileRow[] },
): BroadcastRecord {
  const { id: _id, performerId, text, fileIds, price, include, exclude, state, version, ...rest } = broadcast
  return {
    ...{ _id, performerId, text, fileIds, price, include, exclude, state, version },
    files: files.map((file) => fileView(app, file, performerId)),
    sendAt: rest.sendAt?.toISOString() ?? null,
    goesAt: rest.goesAt?.toISOString() ?? null,
    ...(rest.returned && { returned: rest.returned }),
    createdAt: rest.createdAt.toISOString(),
    updatedAt: rest.updatedAt.toISOString(),
  }
}
