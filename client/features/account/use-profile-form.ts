import { OptionalText, Name } from '@vesper/sync/vesper/api/fields.ts'
import { Phone, Place } from '@vesper/sync/vesper/api/performer-fields.ts'
import { newUsername } from '@vesper/sync/vesper/api/username.ts'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import { formsOf } from '../../core/forms/form-draft-storage.ts'
import { valibotResolver } from '../../core/forms/valibot-resolver.ts'
import { changedFields } from './profile-edit.ts'
import type { ProfileValues } from './profile-edit.ts'

export const PROFILE_FORM = 'profile'

/**
 * A form that shows `given` wherever nobody has typed, also when that changes. Typed fields outlive the page and the
 * browser. Untouched fields are not kept, because they would bring back old values.
 */
export function useProfileForm(account: string, given: ProfileValues): UseFormReturn<ProfileValues> {
  const form = useForm<ProfileValues>({
    defaultValues: { ...given, ...formsOf(account).read(PROFILE_FORM) },
    resolver: valibotResolver(
      v.object({
        ...{ name: Name, username: newUsername(given.username), bio: OptionalText },
        ...{ country: v.string(), state: Place, city: Place, language: v.string(), phone: Phone },
      }),
    ),
  })
  const latest = useRef(given)
  const { getValues, setValue, watch } = form
  const shown = JSON.stringify(given)
  useEffect(() => {
    const next = JSON.parse(shown) as ProfileValues
    const typed = changedFields(getValues(), latest.current)
    latest.current = next
    for (const field of Object.keys(next) as (keyof ProfileValues)[])
      if (!(field in typed)) setValue(field, next[field])
  }, [getValues, setValue, shown])
  useEffect(() => {
    const { unsubscribe } = watch(() => {
      const typed = changedFields(getValues(), latest.current)
      if (Object.keys(typed).length > 0) formsOf(account).write(PROFILE_FORM, typed)
      else formsOf(account).remove(PROFILE_FORM)
    })
    return unsubscribe
  }, [account, getValues, watch])
  return form
}
