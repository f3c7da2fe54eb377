import { Trans, useLingui } from '@lingui/react/macro'
import { ASSET_DESCRIPTION_MAX, ASSET_TITLE_MAX } from '@vesper/sync/vesper/records/asset.ts'
import { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { translated } from '../../../core/api/error-message.ts'
import { SelectField, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { PagedKind } from '../asset-path.ts'
import type { FieldErrors } from './asset-form.ts'
import { SaleFields } from './sale-fields.tsx'
import type { AssetEditing } from './use-asset-form.ts'

type Props = {
  kind: PagedKind
  editing: AssetEditing
  /** The visible errors: a field without any input shows none. */
  errors: FieldErrors
  isReadOnly: boolean
}

/** The fields that describe an asset, and who may open it for how much. */
export function AssetFieldsPart({ kind, editing, errors, isReadOnly }: Props) {
  const { t } = useLingui()
  const { form, edit } = editing
  const said = (error: string | undefined) => error && translated(error)
  const isSold = kind === 'product' || form.access === 'paid'
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <TextField
        label={t`Title`}
        dir="auto"
        value={form.title}
        maxLength={ASSET_TITLE_MAX}
        error={said(errors.title)}
        onChange={(event) => edit({ title: event.target.value.toWellFormed() })}
      />
      <TextArea
        label={t`Description`}
        value={form.description}
        maxLength={ASSET_DESCRIPTION_MAX}
        onChange={(event) => edit({ description: event.target.value.toWellFormed() })}
      />
      <TextField
        label={t`Tags`}
        dir="auto"
        value={form.tags}
        hint={<Trans>Words, parted by spaces</Trans>}
        error={said(errors.tags)}
        onChange={(event) => edit({ tags: event.target.value.toWellFormed() })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {kind !== 'product' && (
          <SelectField
            label={t`Who can see it`}
            value={form.access}
            onChange={(event) => edit({ access: event.target.value as PostAccess })}
          >
            {PostAccess.options.map((access) => (
              <option key={access} value={access}>
                <AccessWord access={access} />
              </option>
            ))}
          </SelectField>
        )}
        {isSold && (
          <TextField
            label={t`Price in tokens`}
            inputMode="numeric"
            value={form.price}
            error={said(errors.price)}
            onChange={(event) => edit({ price: event.target.value })}
          />
        )}
      </div>
      {kind === 'product' && <SaleFields editing={editing} errors={errors} isReadOnly={isReadOnly} />}
    </fieldset>
  )
}

/** Who may open an asset, in a word. */
export function AccessWord({ access }: { access: PostAccess }) {
  switch (access) {
    case 'public':
      return <Trans>Everyone</Trans>
    case 'followers':
      return <Trans>Followers</Trans>
    case 'subscribers':
      return <Trans>Subscribers</Trans>
    case 'paid':
      return <Trans>Buyers</Trans>
  }
}
