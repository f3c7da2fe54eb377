import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Show as ShowView } from '@vesper/sync/vesper/api/live-shows.ts'
import type { App } from '../../../app.ts'
import { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import type { Show } from './entity.ts'
import { leftOf } from './metering/meter.ts'
import { ownMeters } from './metering/own-meters.ts'

type Seen = { viewerId: string; shows: readonly Show[] }

/** Shows as one of their sides sees them, in their order. The fan's limit is nothing to the creator. */
export async function showViews(app: App, em: SqlEntityManager, { viewerId, shows }: Seen): Promise<ShowView[]> {
  const ids = new Set(shows.flatMap(({ fanId, performerId }) => [fanId, performerId]))
  const users = await em.find(User, { id: { $in: [...ids] } })
  const byId = new Map(users.map((user) => [user.id, user]))
  return shows.flatMap((show) => {
    const [performer, fan] = [byId.get(show.performerId), byId.get(show.fanId)]
    return performer && fan ? [showView(app, show, { performer, fan, viewerId })] : []
  })
}

type Sides = { performer: User; fan: User; viewerId: string }

function showView(app: App, show: Show, { performer, fan, viewerId }: Sides): ShowView {
  const { id, kind, status, rate, minimum, minutes, cap, seconds, charged, held, lowBalance } = show
  const meter = status === 'active' ? ownMeters(app).get(id)?.meter : undefined
  return {
    ...{
      _id: id,
      kind,
      status,
      rate,
      minimum,
      minutes,
      cap: viewerId === fan.id ? cap : null,
      seconds,
      charged,
      held,
      lowBalance,
    },
    endedReason: show.endedReason ?? null,
    streamId: show.streamId ?? null,
    // The stream of a private show has the id of its request.
    conversationId: show.streamId ?? id,
    ...{ performer: participantView(performer), fan: participantView(fan) },
    secondsLeft: meter ? leftOf(meter) : null,
    chargeId: show.chargeId ?? null,
    expiresAt: textOf(show.expiresAt),
    createdAt: show.createdAt.toISOString(),
    ...{ startedAt: textOf(show.startedAt), endedAt: textOf(show.endedAt) },
  }
}

function textOf(date: Date | null | undefined): string | null {
  return date ? date.toISOString() : null
}
