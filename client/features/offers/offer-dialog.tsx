import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Offer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { AudienceFields } from './audience-fields.tsx'
import { bodyOf, changesOf, valuesOf } from './offer-values.ts'
import { PromiseFields } from './promise-fields.tsx'
import { useWrongTexts } from './use-wrong-texts.ts'

type Props = {
  /** The offer to change; null for a new one. */
  offer: Offer | null
  onClose: () => void
  onSaved: () => void
}

/** Makes an offer, or changes who can use one, how often and until when. */
export function OfferDialog({ offer, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [fresh] = useState(() => v7())
  const [initial] = useState(() => valuesOf(offer))
  const { values, edit, forget } = useKeptForm(`offer:${offer?._id ?? 'new'}`, initial)
  // The same for each try, also after the sheet was closed: an offer whose answer was lost is made once.
  const _id = offer?._id ?? (values._id || fresh)
  const [isTried, setTried] = useState(false)
  const wrong = useWrongTexts(values, offer === null)
  const body = offer ? changesOf(values) : bodyOf(_id, values)
  const save = useAction(async () => {
    setTried(true)
    if (body === null) return
    if (!offer) edit({ _id })
    const made = { method: 'POST', path: '/performer/offers' } as const
    const changed = { method: 'PUT', path: `/performer/offers/${_id}` } as const
    await callApi({ ...(offer ? changed : made), body, answer: Offer })
    forget()
    void showToast('success', offer ? t`Offer saved` : t`Offer made. Share its link.`)
    onSaved()
  })
  const details = save.error instanceof Refusal ? (save.error.details ?? []) : []
  const errorOf = (field: string): string | undefined => {
    const detail = details.find(({ path }) => path === field)
    return (isTried ? wrong(field) : undefined) ?? (detail && translated(detail.message))
  }
  return (
    <Dialog
      title={offer ? t`Change the offer` : t`New offer`}
      onClose={onClose}
      failure={save.error === null || details.length > 0 ? null : errorMessage(save.error)}
      actions={
        <Button busy={save.busy} disabled={isOffline} onClick={() => void save.run()}>
          {offer ? <Trans>Save</Trans> : <Trans>Make offer</Trans>}
        </Button>
      }
    >
      {offer ? (
        <p>
          <Trans>Its promise stays as fans know it. You can change who uses it, how often and until when.</Trans>
        </p>
      ) : (
        <PromiseFields values={values} edit={edit} errorOf={errorOf} />
      )}
      <AudienceFields values={values} edit={edit} errorOf={errorOf} />
      {isOffline && (
        <Notice tone="warning">
          <Trans>Saving an offer needs a connection. Your input stays here.</Trans>
        </Notice>
      )}
    </Dialog>
  )
}
