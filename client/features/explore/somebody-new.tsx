import { Trans, useLingui } from '@lingui/react/macro'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Shuffle, Telescope } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import { asPages } from '../../entities/creators/creator-api-path.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { listFormat } from '../../ui/text/number-format.ts'
import { CreatorSection } from './creator-section.tsx'

const PATH = '/performers/search/random'
const query = { pageSize: 24 }
const SHOWN = 4

/** Creators by chance whom the account does not follow. Shuffle shows others; Back and Forward return to the same. */
export function SomebodyNew({ card }: { card: (creator: Creator) => ReactNode }) {
  const { t, i18n } = useLingui()
  const [turn, grow] = useShownCount('somebody-new', 0)
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, PerformerList, {
    ...{ query, parts: asPages },
    staysOnReturn: true,
  })
  const keptAt = useKeptAt(PATH, query)
  const retry = () => void mutate()
  const shown = data && shownAt(data.data, turn)
  const shuffle = () => {
    grow(1)
    // All have been shown: the server has others in another minute.
    if (data && (turn + 2) * SHOWN > data.data.length) retry()
  }
  const names = listFormat(i18n.locale).format(shown?.map(({ name }) => name) ?? [])
  return (
    <div className="relative">
      <CreatorSection
        title={t`Somebody new`}
        creators={shown}
        keptAt={keptAt}
        isLoading={isLoading}
        expected={SHOWN}
        error={error}
        onRetry={retry}
        action={
          (data?.data.length ?? 0) > SHOWN && (
            <Button
              kind="secondary"
              className="px-4"
              icon={<Shuffle className="size-4.5" aria-hidden="true" />}
              onClick={shuffle}
            >
              <Trans>Shuffle</Trans>
            </Button>
          )
        }
        empty={
          <EmptyState icon={<Telescope />} title={t`You know everybody`}>
            <Trans>You follow all creators. New ones appear here when they join.</Trans>
          </EmptyState>
        }
        card={card}
      />
      <p role="status" className="sr-only">
        {turn > 0 && t`Now shown: ${names}`}
      </p>
    </div>
  )
}

/** The creators of a turn; after the last come the first again. */
function shownAt(creators: readonly Creator[], turn: number): Creator[] {
  const start = creators.length > SHOWN ? (turn * SHOWN) % creators.length : 0
  return [...creators.slice(start), ...creators.slice(0, start)].slice(0, SHOWN)
}
