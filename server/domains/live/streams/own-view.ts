import type { Stream as StreamView } from '@vesper/sync/vesper/api/live-streams.ts'
import type { App } from '../../../app.ts'
import { User } from '../../people/accounts/entity.ts'
import type { Stream } from './entity.ts'
import { streamView } from './views.ts'

/** A stream as its creator sees it. */
export async function ownView({ orm }: Pick<App, 'orm'>, stream: Stream): Promise<StreamView> {
  const performer = await orm.em.fork().findOneOrFail(User, { id: stream.performerId })
  return streamView(stream, { performer, viewerId: stream.performerId })
}
