import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BulkAnswer } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useUnit } from 'effector-react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAskAgain } from '../../../core/api/use-ask-again.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { useMinute } from '../../../ui/use-minute.ts'
import { CaseSection } from '../cases/case-section.tsx'
import { useDeedWords } from '../cases/use-deed-words.ts'
import { DeskTime } from '../desk-time.tsx'
import { UndoBulk } from './undo-bulk.tsx'
import { useRecentBulks } from './use-recent-bulks.ts'

const SHOWN_MS = 30 * 60_000
const PROGRESS_MS = 2_000

/** The decisions on many that run, or that were made a short while ago. They are here after a reload, too. */
export function RecentBulks({ onUndone }: { onUndone: () => void }) {
  const { t } = useLingui()
  const { data, mutate } = useRecentBulks()
  const now = useMinute().getTime()
  const bulks = (data?.data ?? []).filter(
    ({ state, until, createdAt }) => state === 'running' || until !== null || Date.parse(createdAt) > now - SHOWN_MS,
  )
  useAskAgain(
    bulks.some(({ state }) => state === 'running'),
    () => mutate(),
    PROGRESS_MS,
  )
  if (bulks.length === 0) return null
  return (
    <CaseSection title={t`Recent decisions on many`}>
      <ul role="list" className="grid grid-cols-1 gap-4">
        {bulks.map((bulk) => (
          <li key={bulk._id} className="grid grid-cols-1 justify-items-start gap-2">
            <Recent bulk={bulk} onChanged={() => mutate()} />
            <UndoBulk bulk={bulk} onUndone={onUndone} />
          </li>
        ))}
      </ul>
    </CaseSection>
  )
}

function Recent({ bulk, onChanged }: { bulk: BulkAnswer; onChanged: () => Promise<unknown> }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const deed = useDeedWords()[bulk.action]
  const { count, done, refused } = bulk
  const all = count + refused.length
  const going = useAction(async () => {
    try {
      await callApi({ method: 'POST', path: `/desk/bulk/${bulk._id}/run`, answer: BulkAnswer })
    } finally {
      await onChanged()
    }
  })
  return (
    <>
      <p>
        <span className="font-semibold">{deed}</span>
        {' · '}
        <DeskTime at={bulk.createdAt} />
        {' · '}
        {bulk.state === 'undone' ? (
          <Plural value={count} one="# was taken back." other="# were taken back." />
        ) : (
          <Trans>
            {done} of {all} done
          </Trans>
        )}
        {refused.length > 0 && (
          <>
            {' · '}
            <Plural value={refused.length} one="# left out" other="# left out" />
          </>
        )}
      </p>
      {bulk.state === 'running' && (
        <>
          <Progress value={all === 0 ? null : done / all} label={t`Progress`} />
          <div role="alert" className="empty:absolute">
            {going.error !== null && <Notice tone="danger">{errorMessage(going.error)}</Notice>}
          </div>
          <Button kind="secondary" busy={going.busy} disabled={isOffline} onClick={() => void going.run()}>
            <Trans>Go on</Trans>
          </Button>
        </>
      )}
    </>
  )
}
