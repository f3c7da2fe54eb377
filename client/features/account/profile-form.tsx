import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { translated } from '../../core/api/error-message.ts'
import { formsOf } from '../../core/forms/form-draft-storage.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { listedPlace, usePlaces } from '../../entities/places/use-places.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { PersonalFields } from './personal-fields.tsx'
import { changedFields, editOf, profileValues } from './profile-edit.ts'
import type { ProfileEdit, ProfileValues } from './profile-edit.ts'
import type { RejectedProfileChanges } from './rejected-profile-changes.ts'
import { RejectedProfileNotice } from './rejected-profile-notice.tsx'
import { PROFILE_FORM, useProfileForm } from './use-profile-form.ts'

type Props = {
  user: Profile
  /** Told above the form, and put into the fields that nobody has edited since. */
  refused: RejectedProfileChanges | null
  /** Keeps the fields that were edited; resolves when they are safe on the device or on the server. */
  onSave: (edit: ProfileEdit) => Promise<void>
}

export function ProfileForm({ user, refused, onSave }: Props) {
  const { t } = useLingui()
  const shown: ProfileValues = profileValues(user)
  const form = useProfileForm(user._id, { ...shown, ...refused?.values })
  const { alert, show, clear } = useFormAlert(form)
  const { errors, isSubmitting } = form.formState
  const [bio, country, state] = form.watch(['bio', 'country', 'state'])
  const places = usePlaces(country || null, state)
  /** Null after it has said which field of the place to choose again. One that nobody edited stands as it is. */
  const inLists = (values: ProfileValues): ProfileValues | null => {
    if (!('city' in changedFields(values, shown))) return values
    const place = listedPlace({ state: values.state.trim(), city: values.city.trim() }, places)
    if (!('errors' in place)) return { ...values, ...place }
    for (const field of ['state', 'city'] as const) {
      const message = place.errors[field]
      if (message) form.setError(field, { type: 'listed', message: translated(message) })
    }
    return null
  }
  const submit = form.handleSubmit(async (typed) => {
    clear()
    const values = inLists(typed)
    if (!values) return
    const edit = editOf(values, shown)
    const replaced = refused?.ids ?? []
    try {
      if (edit) await onSave({ ...edit, replaced })
      else if (replaced.length > 0) await onSave({ changes: {}, base: {}, replaced })
      formsOf(user._id).remove(PROFILE_FORM)
    } catch (error) {
      show(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <RejectedProfileNotice refused={refused} />
      <TextField
        label={t`Name`}
        autoComplete="name"
        dir="auto"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <TextField
        label={t`Username`}
        hint={user.isPerformer ? t`Your username is also the address of your page.` : undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...form.register('username')}
        error={errors.username?.message}
      />
      <TextArea
        label={t`About you`}
        hint={t`${bio.length} of 1,000 characters`}
        maxLength={1000}
        {...form.register('bio')}
        error={errors.bio?.message}
      />
      {!user.isPerformer && <PersonalFields form={form} places={places} />}
      <FormAlert text={alert} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        <Trans>Save changes</Trans>
      </Button>
    </form>
  )
}
