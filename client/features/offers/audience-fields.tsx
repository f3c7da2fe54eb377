import { useLingui } from '@lingui/react/macro'
import { OFFER_AUDIENCES } from '@vesper/sync/vesper/api/offers.ts'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { ListField } from './list-field.tsx'
import type { OfferValues } from './offer-values.ts'
import { useAudienceNames } from './use-audience-names.ts'

type Props = {
  values: OfferValues
  edit: (change: Partial<OfferValues>) => void
  errorOf: (field: string) => string | undefined
}

/** The fields of an offer that can be changed later: for whom it is, how often it is used and until when. */
export function AudienceFields({ values, edit, errorOf }: Props) {
  const { t } = useLingui()
  const audiences = useAudienceNames()
  return (
    <>
      <SelectField
        label={t`For whom`}
        value={values.audience}
        error={errorOf('audience')}
        onChange={(event) => edit({ audience: event.currentTarget.value })}
      >
        {OFFER_AUDIENCES.map((audience) => (
          <option key={audience} value={audience}>
            {audiences[audience]}
          </option>
        ))}
      </SelectField>
      {values.audience === 'list' && (
        <ListField listId={values.listId} error={errorOf('listId')} onChoose={(listId) => edit({ listId })} />
      )}
      <TextField
        label={t`Uses at most`}
        hint={t`Leave it empty for any number.`}
        inputMode="numeric"
        autoComplete="off"
        value={values.uses}
        error={errorOf('usesMax')}
        onChange={(event) => edit({ uses: event.currentTarget.value })}
      />
      <TextField
        label={t`Last day`}
        hint={t`Leave it empty for no end.`}
        type="date"
        value={values.ends}
        error={errorOf('endsAt')}
        onChange={(event) => edit({ ends: event.currentTarget.value })}
      />
    </>
  )
}
