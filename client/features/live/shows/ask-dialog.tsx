import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ShowTerms } from '@vesper/sync/vesper/api/live-shows.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import type * as v from 'valibot'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useFreshAnswer } from '../../../core/api/use-fresh-answer.ts'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSyncDialog } from '../../../core/sync/with-sync-dialog.tsx'
import { BeyondLimit, passedLimitOf } from '../../../entities/payments/beyond-limit.tsx'
import { forgetLeftPayments } from '../../../entities/payments/top-up/left-payments.ts'
import { useWallet } from '../../../entities/payments/use-wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { askShow } from './ask-show.ts'
import { CapFields } from './cap-fields.tsx'
import { capOf } from './cap-of.ts'
import { typedLimit } from './typed-limit.ts'

type Props = { performer: v.InferOutput<typeof Participant>; page: string; onClose: () => void }

/** Asks a creator for a private show: the price a minute, how long at least, and the most that it may cost. */
export function AskDialog(props: Props) {
  const { t } = useLingui()
  return (
    <WithSyncDialog title={t`Ask for a private show`} onClose={props.onClose}>
      <Ask {...props} />
    </WithSyncDialog>
  )
}

function Ask({ performer, page, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const navigate = useNavigate()
  const wallet = useWallet()
  const { data: terms, error } = useFreshAnswer(`/streaming/shows/terms/${performer._id}`, ShowTerms)
  const account = useUnit($user)?._id ?? ''
  const [typed, setTyped] = useState(() => typedLimit(account, page))
  // Asked again after a lost answer, it is the same request.
  const [_id] = useState(() => v7())
  const rate = terms?.rate ?? 0
  const least = rate * (terms?.minimum ?? 0)
  const cap = capOf({ typed, least, balance: wallet?.balance })
  const ask = useAction(async () => {
    const show = await askShow('show:request', {
      ...{ _id, performerId: performer._id, rateSeen: rate, cap: cap.tokens ?? 0 },
      minutes: Math.max(terms?.minimum ?? 1, Math.min(600, Math.floor((cap.tokens ?? 0) / Math.max(1, rate)))),
    })
    forgetLeftPayments(account, page)
    onClose()
    await navigate({ to: '/show/$requestId', params: { requestId: show._id } })
  })
  const { name } = performer
  const passed = passedLimitOf(ask.error)
  const wrong = ask.error ?? error
  const failure = passed ? <BeyondLimit {...passed} /> : wrong ? errorMessage(wrong) : null
  return (
    <Dialog
      title={t`Ask for a private show`}
      onClose={onClose}
      failure={failure}
      actions={
        <Button
          busy={ask.busy}
          disabled={isOffline || !terms?.accepts || cap.error !== null || cap.tokens === null}
          onClick={() => void ask.run()}
        >
          <Trans>Ask {name}</Trans>
        </Button>
      }
    >
      {terms && !terms.accepts && (
        <Notice tone="warning">
          <Trans>{name} takes no private shows at the moment.</Trans>
        </Notice>
      )}
      {terms?.accepts && (
        <>
          <p>
            <Plural
              value={terms.minimum}
              one="You pay by the second. If you leave early, # minute is paid at least."
              other="You pay by the second. If you leave early, # minutes are paid at least."
            />
          </p>
          <p>
            <Trans>{name} is told at once, also when away, and has a minute to answer.</Trans>{' '}
            <Trans>Without an answer nothing is paid.</Trans>
          </p>
          <CapFields
            rate={rate}
            cap={cap}
            typed={typed}
            onType={setTyped}
            balance={wallet?.balance}
            debt={wallet?.debt ?? 0}
            least={least}
            page={page}
          />
        </>
      )}
      {isOffline && (
        <Notice tone="warning" role="status">
          <Trans>Needs a connection. A request is never sent later by itself.</Trans>
        </Notice>
      )}
    </Dialog>
  )
}
