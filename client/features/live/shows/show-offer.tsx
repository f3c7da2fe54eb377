import { Trans, useLingui } from '@lingui/react/macro'
import { ShowTerms } from '@vesper/sync/vesper/api/live-shows.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import type * as v from 'valibot'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { AskForShow } from './ask-for-show.tsx'

type Props = {
  performer: v.InferOutput<typeof Participant>
  /** The page that a top-up leads back to. */
  page: string
}

/** The private shows of a creator on their page, also while they are not live; nothing while none can be had. */
export function ShowOffer({ performer, page }: Props) {
  const { t } = useLingui()
  const { data: terms } = useKeptAnswer(`/streaming/shows/terms/${performer._id}`, ShowTerms)
  if (!terms?.accepts) return null
  const { name } = performer
  return (
    <section
      aria-label={t`Private shows`}
      className="grid items-center gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-[1fr_auto]"
    >
      <div className="grid gap-1">
        <p className="font-semibold">
          <TokenPrice value={terms.rate} /> <Trans>a minute</Trans>
        </p>
        <p className="text-sm text-muted">
          <Trans>{name} is told at once, also when away, and has a minute to answer.</Trans>{' '}
          <Trans>Without an answer nothing is paid.</Trans>
        </p>
      </div>
      <AskForShow performer={performer} page={page} />
    </section>
  )
}
