import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BroadcastView } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useAskAgain } from '../../core/api/use-ask-again.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { useFiles } from '../../entities/library/use-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FiguresList } from './figures-list.tsx'
import { FileTiles } from './file-tiles.tsx'
import { stepBroadcast } from './send-broadcast.ts'
import type { BroadcastStep } from './send-broadcast.ts'
import { StateLabel } from './state-label.tsx'

const PAUSE_MS = 2_000
/** So long after an unsending the page says that the message still disappears, and asks for its figures. */
const DISAPPEARS_MS = 600_000
const LONG_PAUSE_MS = 10_000

type Props = { broadcast: Broadcast; onAnswer: (answer: Broadcast) => void }

/** A message that is going out, or has: its state, what can be done about it, and how it does. */
export function BroadcastStanding({ broadcast, onAnswer }: Props) {
  const { t } = useLingui()
  const { _id: id } = broadcast
  const isOffline = useUnit($offline)
  const { data, mutate } = useKeptAnswer(`/performer/broadcasts/${id}`, BroadcastView)
  // The row comes by itself, the figures are asked for.
  const state = data && data.updatedAt >= broadcast.updatedAt ? data.state : broadcast.state
  const isMoving = state === 'counting' || state === 'sending'
  const isDisappearing = useNow() - Date.parse(broadcast.updatedAt) < DISAPPEARS_MS && state === 'unsent'
  useAskAgain((isMoving || isDisappearing) && !isOffline, () => mutate(), isMoving ? PAUSE_MS : LONG_PAUSE_MS)
  const files = useFiles(broadcast.fileIds, broadcast.files)
  const [isAsking, setAsking] = useState(false)
  const step = useAction(async (name: BroadcastStep) => {
    const answer = await stepBroadcast(id, name)
    await mutate(answer, { revalidate: false })
    setAsking(false)
    onAnswer(answer)
  })
  const button = (name: BroadcastStep, words: ReactNode, run: () => void = () => void step.run(name)) => (
    <Button kind={name === 'unsend' ? 'danger' : 'secondary'} busy={step.busy} disabled={isOffline} onClick={run}>
      {words}
    </Button>
  )
  return (
    <section className="grid gap-4">
      <p role="status" className="text-lg font-semibold">
        <StateLabel state={state} goesAt={broadcast.goesAt} />
        {state === 'counting' && <Seconds until={broadcast.goesAt} />}
      </p>
      {isDisappearing && (
        <p className="text-sm text-muted">
          {broadcast.price > 0 ? (
            <Trans>It disappears within minutes from all who have not bought it.</Trans>
          ) : (
            <Trans>It disappears from conversations within minutes.</Trans>
          )}
        </p>
      )}
      <p dir="auto" className="rounded-card bg-raised px-4 py-3 wrap-anywhere whitespace-pre-line">
        {broadcast.text || <Trans>Files without words</Trans>}
      </p>
      <FileTiles label={t`Photos and videos`} files={files} />
      {data && data.figures.total > 0 && <FiguresList figures={data.figures} isSold={broadcast.price > 0} />}
      <div role="alert" className="empty:absolute">
        {step.error !== null && !isAsking && <Notice tone="danger">{errorMessage(step.error)}</Notice>}
      </div>
      <div className="flex flex-wrap gap-3">
        {(state === 'counting' || state === 'scheduled') && button('take-back', <Trans>Take back</Trans>)}
        {state === 'sending' && button('stop', <Trans>Stop</Trans>)}
        {(state === 'sending' || state === 'sent' || state === 'stopped') &&
          button('unsend', <Trans>Unsend</Trans>, () => setAsking(true))}
      </div>
      {isOffline && (
        <p className="text-sm text-muted">
          <Trans>You can change this when you are back online.</Trans>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t`Unsend this message?`}
          yes={<Trans>Unsend</Trans>}
          busy={step.busy}
          failure={step.error === null ? null : errorMessage(step.error)}
          onYes={() => void step.run('unsend')}
          onClose={() => setAsking(false)}
        >
          {broadcast.price > 0 ? (
            <Trans>The message goes from all who have not bought it. Buyers keep it.</Trans>
          ) : (
            <Trans>The message goes from all conversations. Some fans may have read it.</Trans>
          )}
        </ConfirmDialog>
      )}
    </section>
  )
}

function Seconds({ until }: { until: string | null }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  return (
    <span aria-hidden="true" className="ms-2 text-base font-normal text-muted tabular-nums">
      <Plural value={left} one="# second left" other="# seconds left" />
    </span>
  )
}
