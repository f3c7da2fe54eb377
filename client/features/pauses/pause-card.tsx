import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
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
import { spanWords } from './span-words.ts'
import { useOwnPauses } from './use-own-pauses.ts'
import type { OwnPause, OwnPauses } from './use-own-pauses.ts'

const PlanDialog = lazyAgain(async () => (await import('./plan-dialog.tsx')).PlanDialog, 'reach')
const EndPauseDialog = lazyAgain(async () => (await import('./end-pause-dialog.tsx')).EndPauseDialog, 'reach')

type Shown = { dialog: 'plan' } | { dialog: 'end'; pause: OwnPause }

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
      {own === undefined ? (
        <Skeleton className="h-24 rounded-control" />
      ) : own === null ? (
        <p className="text-muted">
          <Trans>Your pauses are not on this device yet. They appear when you are back online.</Trans>
        </p>
      ) : (
        <Own {...own} />
      )}
    </Card>
  )
}

function useOnMoved(own: OwnPauses | null | undefined, moved: () => void): void {
  const told = useEffectEvent(moved)
  const known = useRef<string>(undefined)
  const held = own && !own.isWaiting ? own.pauses.map(({ _id, endsAt }) => `${_id} ${endsAt}`).join(', ') : undefined
  useEffect(() => {
    if (held === undefined) return
    if (known.current !== undefined && known.current !== held) told()
    known.current = held
  }, [held])
}

function Own({ pauses, isWaiting, refused }: OwnPauses) {
  const [shown, show] = useState<Shown | null>(null)
  const close = () => show(null)
  return (
    <>
      <div role="status" className="grid gap-3">
        {pauses.length === 0 && (
          <p className="text-muted">
            <Trans>Nothing is paused. In a pause no subscription is charged, and no fan loses a paid day.</Trans>
          </p>
        )}
        {pauses.map((pause) => (
          <Row key={pause._id} pause={pause} onEnd={() => show({ dialog: 'end', pause })} />
        ))}
        {isWaiting && (
          <p className="flex items-center gap-1 text-sm font-semibold text-warn-ink">
            <Clock3 className="size-4 shrink-0" aria-hidden="true" />
            <Trans>Waits for a connection</Trans>
          </p>
        )}
      </div>
      {refused.map((record) => (
        <Refused key={record.id} record={record} />
      ))}
      <Button kind="secondary" className="justify-self-start" onClick={() => show({ dialog: 'plan' })}>
        <Trans>Plan a pause</Trans>
      </Button>
      <Suspense fallback={null}>
        {shown?.dialog === 'plan' && <PlanDialog pauses={pauses} onClose={close} />}
        {shown?.dialog === 'end' && <EndPauseDialog pause={shown.pause} onClose={close} />}
      </Suspense>
    </>
  )
}

function Row({ pause: { startsAt, endsAt, state }, onEnd }: { pause: OwnPause; onEnd: () => void }) {
  const { i18n } = useLingui()
  const named = useId()
  const [start, end] = [formatMoment(startsAt, i18n.locale), formatMoment(endsAt, i18n.locale)]
  const span = spanWords(Date.parse(endsAt) - Date.parse(startsAt), i18n.locale)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={named} className="font-semibold text-ink">
        {state === 'lasting' ? (
          <Trans>Paused until {end}</Trans>
        ) : state === 'planned' ? (
          <Trans>
            Planned: {start} – {end}
          </Trans>
        ) : (
          <Trans>Begins once this device is online: {span}</Trans>
        )}
      </p>
      <Button kind="secondary" aria-describedby={named} onClick={onEnd}>
        {state === 'lasting' ? <Trans>End the pause</Trans> : <Trans>Cancel the pause</Trans>}
      </Button>
    </div>
  )
}

function Refused({ record: { id, name, rejection } }: { record: OutboxRecord }) {
  const { t } = useLingui()
  const sync = useSync()
  const discard = useActionWithToast(() => sync.discard(id), t`Error occurred, please try again later`)
  return (
    <Notice tone="danger" role="alert">
      <span className="grid justify-items-start gap-2">
        <span>
          {name === 'pause.end' ? <Trans>The pause was not ended.</Trans> : <Trans>The pause was not planned.</Trans>}{' '}
          {rejection && translated(rejection.message)}
        </span>
        <Button kind="secondary" busy={discard.busy} onClick={() => void discard.run()}>
          <Trans>Discard</Trans>
        </Button>
      </span>
    </Notice>
  )
}
