import { Trans, useLingui } from '@lingui/react/macro'
import { Bio, Name, Username } from '@vesper/sync/api/fields.ts'
import type { Profile } from '@vesper/sync/records/profile.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { readFormDraft, removeFormDraft, useFormDraft } from '../../form-draft.ts'
import { showFormError } from '../../form-errors.ts'
import { schemaResolver } from '../../form-resolver.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { changedFields } from './changed-fields.ts'
import type { ProfileValues } from './changed-fields.ts'

const schema = v.object({ name: Name, username: Username, bio: Bio })

type Props = {
  user: Profile
  /** Keeps the fields that were edited; resolves when they are safe on the device or on the server. */
  onSave: (changes: Partial<ProfileValues>, base: Partial<ProfileValues>) => Promise<void>
}

export function ProfileForm({ user, onSave }: Props) {
  const { t } = useLingui()
  const draft = `profile-${user._id}`
  const shown: ProfileValues = { name: user.name, username: user.username ?? '', bio: user.bio }
  const [alert, setAlert] = useState<string | null>(null)
  const form = useForm<ProfileValues>({
    defaultValues: { ...shown, ...readFormDraft<ProfileValues>(draft) },
    resolver: schemaResolver(schema),
  })
  useFormDraft(draft, form)
  const { errors, isSubmitting } = form.formState
  const bio = form.watch('bio')
  // What comes from elsewhere appears in the fields that nobody has edited here.
  const { reset } = form
  useEffect(() => {
    reset({ name: user.name, username: user.username ?? '', bio: user.bio }, { keepDirtyValues: true })
  }, [reset, user.name, user.username, user.bio])
  const submit = form.handleSubmit(async (values) => {
    setAlert(null)
    const changes = changedFields(values, shown)
    try {
      if (Object.keys(changes).length > 0) await onSave(changes, shown)
      removeFormDraft(draft)
      reset({ ...shown, ...changes })
    } catch (error) {
      setAlert(showFormError(error, form))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label={t`Name`}
        autoComplete="name"
        dir="auto"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <TextField
        label={t`Username`}
        hint={user.isPerformer ? t`Also the address of your page.` : undefined}
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
