import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { currentSync } from '../../core/sync/sync.ts'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { SubscribeWords } from './subscribe-words.tsx'

type Props = {
  performerId: string
  /** Asks the server where this device does not hold the creator: on one page, and not for each row of a list. */
  isAsked: boolean
}

/** The price of a subscription to a creator, as far as it is known. */
export function SubscribeOffer({ performerId, isAsked }: Props) {
  const held = useLiveQuery(async () => (await currentSync()?.db.creators.get(performerId)) ?? null, [performerId])
  const { data } = useKeptAnswer(`/performers/${performerId}`, Creator, {
    isAsked: isAsked && held !== undefined && !held?.subscription,
  })
  return <SubscribeWords offer={held?.subscription ?? data?.subscription} />
}
