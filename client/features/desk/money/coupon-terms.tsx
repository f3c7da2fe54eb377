import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskCoupon } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage, fieldErrors } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ChangedElsewhere } from '../site/changed-elsewhere.tsx'
import { useEdited } from '../site/use-edited.ts'
import { useSave } from '../site/use-save.ts'
import { countOf } from './count-of.ts'

type Props = { coupon: DeskCoupon; reload: () => Promise<unknown>; onClose: () => void }

/** Changes the terms of a coupon that may change once somebody has used it, and says why the others stay. */
export function CouponTerms({ coupon: { _id, code, used, ...coupon }, reload, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isTried, setTried] = useState(false)
  const stands = { uses: coupon.uses, until: coupon.until }
  const edited = useEdited(`coupon:${_id}`, {
    values: { uses: stands.uses === null ? '' : String(stands.uses), until: stands.until ?? '' },
    version: JSON.stringify(stands),
  })
  const { uses, until } = edited.values
  const count = uses.trim() === '' ? null : countOf(uses, 0)
  const isWrong = uses.trim() !== '' && count === null
  const save = useSave({
    ...{ reload },
    send: () => {
      const body = { uses: count, until: until || null, seen: JSON.parse(edited.version) as object }
      return callApi({ method: 'PUT', path: `/desk/coupons/${_id}/terms`, body, answer: Done })
    },
    onSaved: () => {
      edited.drop()
      onClose()
    },
  })
  const isContested = edited.isContested && !save.busy
  const wrong = fieldErrors(save.error, ['uses', 'until'])
  const isTold = wrong.uses !== undefined || wrong.until !== undefined || isContested
  const press = () => {
    setTried(true)
    if (!isWrong) void save.run()
  }
  return (
    <Dialog
      title={t`Edit ${code}`}
      failure={save.error === null || isTold ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <>
          <Button busy={save.busy} disabled={isOffline || isContested || !edited.isChanged} onClick={press}>
            <Trans>Save coupon</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      {isContested && (
        <ChangedElsewhere onKeepMine={edited.keepMine} onTakeTheirs={edited.drop}>
          {`${stands.uses ?? t`Any number`} · ${stands.until ?? t`No end`}`}
        </ChangedElsewhere>
      )}
      <TextField
        label={t`Uses over all`}
        error={isTried && isWrong ? t`Enter a whole number.` : wrong.uses}
        hint={t`Empty for any number. It was used ${used} times.`}
        inputMode="numeric"
        autoComplete="off"
        value={uses}
        onChange={(event) => edited.type({ uses: event.currentTarget.value })}
      />
      <TextField
        label={t`Last day`}
        type="date"
        error={wrong.until}
        value={until}
        onChange={(event) => edited.type({ until: event.currentTarget.value })}
      />
      <p>
        <Trans>
          Code, discount and the rest stay as they are: somebody may have paid by them. Make another coupon for other
          terms.
        </Trans>
      </p>
    </Dialog>
  )
}
