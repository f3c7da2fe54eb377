import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { endOfPause } from '@vesper/sync/vesper/records/pause.ts'
import { Clock3 } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { translated } from '../../core/api/error-message.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { formatMoment } from '../../entities/pauses/format-moment.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { pageHeading } from '../../ui/text/page-heading.ts'
import { valuesOf } from './pause-values.ts'
import { spanWords } from './span-words.ts'
import { planOf, useOwnPauses } from './use-own-pauses.ts'
import type { OwnPause, OwnPauses, QueuedPlan } from './use-own-pauses.ts'

const PlanDialog = lazyAgain(async () => (await import('./plan-dialog.tsx')).PlanDialog, 'reach')
const EndPauseDialog = lazyAgain(async () => (await import('./end-pause-dialog.tsx')).EndPauseDialog, 'reach')

const DAY_MS = 86_400_000

type Shown = { dialog: 'plan'; again?: QueuedPlan } | { dialog: 'end'; pause: OwnPause }

type Pauses = ReturnType<typeof useOwnPauses>

/**
 * The pauses of the creator who is signed in, with the ways to plan and to end one. Both are queued. `onMoved` is called once the
 * server has changed them.
 */
export function PauseCard({ onMoved }: { onMoved?: () => void }) {
  const heading = useId()
  const own = useOwnPauses()
  useOnMoved(own, () => onMoved?.())
  return (
    <Card aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="text-lg font-semibold text-ink">
        <Trans context="a break of a creator">Pause</Trans>
      </h2>
      {own === undefined || own === 'coming' ? (
        <Skeleton className="h-24 rounded-control" />
      ) : own === 'away' ? (
        <p className="text-muted">
          <Trans>Your pauses are not on this device yet. They appear when you are back online.</Trans>
        </p>
      ) : (
        <Own {...own} />
      )}
    </Card>
  )
}

function useOnMoved(own: Pauses, moved: () => void): void {
  const told = useEffectEvent(moved)
  const known = useRef<string>(undefined)
  const held =
    typeof own === 'object' && !own.isWaiting
      ? own.pauses.map(({ _id, endsAt }) => `${_id} ${endsAt}`).join(', ')
      : undefined
  useEffect(() => {
    if (held === undefined) return
    if (known.current !== undefined && known.current !== held) told()
    known.current = held
  }, [held])
}

function Own({ pauses, isWaiting, refused }: OwnPauses) {
  const { shown, show, close, closeAtHeading } = useShown()
  return (
    <>
      {pauses.map((pause) => (
        <Row key={pause._id} pause={pause} onEnd={() => show({ dialog: 'end', pause })} />
      ))}
      <div role="status" className="grid gap-3 empty:absolute">
        {pauses.length === 0 && (
          <p className="text-muted">
            <Trans>Nothing is paused. In a pause no subscription is charged, and no fan loses a paid day.</Trans>
          </p>
        )}
        {isWaiting && (
          <p className="flex items-center gap-1 text-sm font-semibold text-warn-ink">
            <Clock3 className="size-4 shrink-0" aria-hidden="true" />
            <Trans>Waits for a connection</Trans>
          </p>
        )}
      </div>
      {refused.map((record) => (
        <Refused key={record.id} record={record} onAgain={(again) => show({ dialog: 'plan', again })} />
      ))}
      <Button kind="secondary" className="justify-self-start" onClick={() => show({ dialog: 'plan' })}>
        <Trans>Plan a pause</Trans>
      </Button>
      <Suspense fallback={null}>
        {shown?.dialog === 'plan' && (
          <PlanDialog
            pauses={pauses}
            {...(shown.again && { begun: valuesOf(shown.again) })}
            onPlanned={shown.again ? closeAtHeading : close}
            onClose={close}
          />
        )}
        {shown?.dialog === 'end' && <EndPauseDialog pause={shown.pause} onEnded={closeAtHeading} onClose={close} />}
      </Suspense>
    </>
  )
}

/** The dialog that is shown. `closeAtHeading` is for one whose opener goes away. */
function useShown() {
  const [shown, show] = useState<Shown | null>(null)
  const isToHeading = useRef(false)
  useEffect(() => {
    if (shown !== null || !isToHeading.current) return
    isToHeading.current = false
    pageHeading()?.focus({ preventScroll: true })
  }, [shown])
  const close = () => show(null)
  const closeAtHeading = () => {
    isToHeading.current = true
    close()
  }
  return { shown, show, close, closeAtHeading }
}

function Row({ pause, onEnd }: { pause: OwnPause; onEnd: () => void }) {
  const named = useId()
  const { state } = pause
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={named} role="status" className="font-semibold text-ink">
        <Standing pause={pause} />
      </p>
      {state !== 'ending' && (
        <Button kind="secondary" aria-describedby={named} onClick={onEnd}>
          {state === 'lasting' ? <Trans>End the pause</Trans> : <Trans>Cancel the pause</Trans>}
        </Button>
      )}
    </div>
  )
}

function Standing({ pause: { startsAt, endsAt, state } }: { pause: OwnPause }) {
  const { i18n } = useLingui()
  const [start, end] = [formatMoment(startsAt, i18n.locale), formatMoment(endsAt, i18n.locale)]
  const span = spanWords(Date.parse(endsAt) - Date.parse(startsAt), i18n.locale)
  switch (state) {
    case 'lasting':
      return <Trans>Paused until {end}</Trans>
    case 'planned':
      return (
        <Trans>
          Planned: {start} – {end}
        </Trans>
      )
    case 'unsent':
      return <Trans>Begins once this device is online: {span}</Trans>
    case 'ending':
      return <Trans>Ends once this device is online</Trans>
  }
}

type RefusedProps = { record: OutboxRecord; onAgain: (plan: QueuedPlan) => void }

function Refused({ record, onAgain }: RefusedProps) {
  const { t } = useLingui()
  const sync = useSync()
  const { id, name, rejection } = record
  const discard = useActionWithToast(
    async () => {
      await sync.discard(id)
      // The focused button goes away with the notice.
      pageHeading()?.focus({ preventScroll: true })
    },
    t`Error occurred, please try again later`,
  )
  return (
    <Notice tone="danger" className="grid justify-items-start gap-2">
      <p role="alert">
        {name === 'pause.end' ? <Trans>The pause was not ended.</Trans> : <NotPlanned plan={planOf(record)} />}{' '}
        {rejection && translated(rejection.message)}
      </p>
      <div className="flex flex-wrap gap-2">
        {name === 'pause.plan' && (
          <Button kind="secondary" onClick={() => onAgain(planOf(record))}>
            <Trans>Plan again</Trans>
          </Button>
        )}
        <Button kind="secondary" busy={discard.busy} onClick={() => void discard.run()}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </Notice>
  )
}

function NotPlanned({ plan: { startsAt, days } }: { plan: QueuedPlan }) {
  const { i18n } = useLingui()
  const span = spanWords(days * DAY_MS, i18n.locale)
  if (startsAt === null) return <Trans>The pause of {span} was not planned.</Trans>
  const [start, end] = [startsAt, endOfPause(startsAt, days)].map((at) => formatMoment(at, i18n.locale))
  return (
    <Trans>
      The pause from {start} to {end} was not planned.
    </Trans>
  )
}
