import { Trans, useLingui } from '@lingui/react/macro'
import { couponKinds } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { countOf } from './count-of.ts'
import { useMoneyWords } from './use-money-words.ts'

/** Makes a coupon of a percentage for one kind of price. */
export function CouponDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const words = useMoneyWords()
  const [_id] = useState(() => v7())
  const [code, setCode] = useState('')
  const [percent, setPercent] = useState('')
  const [kind, setKind] = useState<string>(couponKinds[0])
  const [uses, setUses] = useState('')
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const count = uses.trim() === '' ? null : countOf(uses, 0)
  const isWrong = { percent: countOf(percent, 0) === null, uses: uses.trim() !== '' && count === null }
  const save = useAction(async () => {
    const terms = { off: null, minimum: 0, usesEach: 1, creator: null, from: null, until: until === '' ? null : until }
    const body = { _id, code, kinds: [kind], percent: countOf(percent, 0) ?? 0, uses: count, ...terms }
    await callApi({ method: 'POST', path: '/desk/coupons', body, answer: Done })
    onDone()
  })
  const press = () => {
    setTried(true)
    if (!isWrong.percent && !isWrong.uses) void save.run()
  }
  return (
    <Dialog
      title={t`New coupon`}
      failure={save.error === null ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <>
          <Button busy={save.busy} disabled={isOffline} onClick={press}>
            <Trans>Make coupon</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Code`}
        autoComplete="off"
        autoCapitalize="characters"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <TextField
        label={t`Percent off`}
        error={isTried && isWrong.percent ? t`Enter a whole number.` : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={percent}
        onChange={(event) => setPercent(event.currentTarget.value)}
      />
      <SelectField label={t`For`} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
        {couponKinds.map((one) => (
          <option key={one} value={one}>
            {words.couponKinds[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Uses over all`}
        error={isTried && isWrong.uses ? t`Enter a whole number.` : undefined}
        hint={t`Empty for any number.`}
        inputMode="numeric"
        autoComplete="off"
        value={uses}
        onChange={(event) => setUses(event.currentTarget.value)}
      />
      <TextField
        label={t`Last day`}
        type="date"
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </Dialog>
  )
}
