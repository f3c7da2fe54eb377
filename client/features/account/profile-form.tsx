import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { formsOf } from '../../core/forms/form-draft-storage.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { changedFields } from './profile-diff.ts'
import type { ProfileEdit, ProfileValues } from './profile-diff.ts'
import type { RefusedChanges } from './rejected-profile-changes.ts'
import { RefusedNotice } from './rejected-profile-notice.tsx'
import { PROFILE_FORM, useProfileForm } from './use-profile-form.ts'

type Props = {
  user: Profile
  /** Told above the form, and put into the fields that nobody has edited since. */
  refused: RefusedChanges | null
  /** Keeps the fields that were edited; resolves when they are safe on the device or on the server. */
  onSave: (edit: ProfileEdit) => Promise<void>
}

export function ProfileForm({ user, refused, onSave }: Props) {
  const { t } = useLingui()
  const shown: ProfileValues = { name: user.name, username: user.username ?? '', bio: user.bio }
  const form = useProfileForm(user._id, { ...shown, ...refused?.values })
  const { alert, show, clear } = useFormAlert(form)
  const { errors, isSubmitting } = form.formState
  const bio = form.watch('bio')
  const submit = form.handleSubmit(async (values) => {
    clear()
    const changes = changedFields(values, shown)
    const replaced = refused?.ids ?? []
    try {
      if (Object.keys(changes).length > 0 || replaced.length > 0) await onSave({ changes, base: shown, replaced })
      formsOf(user._id).remove(PROFILE_FORM)
    } catch (error) {
      show(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <RefusedNotice refused={refused} />
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
      <FormAlert text={alert} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        <Trans>Save changes</Trans>
      </Button>
    </form>
  )
}
