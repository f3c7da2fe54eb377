import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Trial } from '@vesper/sync/vesper/api/offers.ts'
import type { JoinOffer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { SignUpToStart } from './sign-up-to-start.tsx'

/** Starts free days, which cost nothing and end by themselves. A visitor signs up first, and they start then. */
export function TrialOffer({ offer, path }: { offer: JoinOffer; path: string }) {
  const { t } = useLingui()
  const [session, isOffline] = useUnit([$session, $offline])
  const navigate = useNavigate()
  const [_id] = useState(() => v7())
  const { code, creator } = offer
  const days = offer.days ?? 0
  const isFan = session.state === 'signed-in'
  const start = useAction(async () => {
    await callApi({ method: 'POST', path: `/join/${encodeURIComponent(code)}`, body: { _id }, answer: Trial })
    pullNow()
    void showToast('success', t`Your free days have begun`)
    await navigate({ to: '/$profileId', params: { profileId: creator.username ?? creator._id } })
  })
  const { run } = start
  useEffect(() => {
    if (isFan && takeIntention('subscribe', creator._id)) void run()
  })
  return (
    <>
      <p className="text-muted">
        <Trans>Everything for subscribers opens. No card is needed, and it ends by itself.</Trans>
      </p>
      {isFan ? (
        <Button className="w-full" busy={start.busy} disabled={isOffline} onClick={() => void run()}>
          <Plural value={days} one="Start # free day" other="Start # free days" />
        </Button>
      ) : (
        <SignUpToStart creator={creator} path={path} isKnown={session.state !== 'signed-out'} />
      )}
      {isFan && isOffline && (
        <Notice tone="warning">
          <Trans>Starting needs a connection.</Trans>
        </Notice>
      )}
      <div role="alert" className="empty:absolute">
        {start.error !== null && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      </div>
    </>
  )
}
