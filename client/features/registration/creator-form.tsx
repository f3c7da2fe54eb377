import { Trans, useLingui } from '@lingui/react/macro'
import { RegisterPerformer } from '@vesper/sync/vesper/api/auth.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { fieldErrors } from '../../core/api/error-message.ts'
import { CaptchaField } from '../../core/captcha/captcha-field.tsx'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { useFormDraft } from '../../core/forms/use-form-draft.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { schemaResolver } from '../../core/forms/valibot-resolver.ts'
import { CountryField } from '../../core/places/place-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { AccountFields } from './account-fields.tsx'
import type { AccountValues } from './account-fields.tsx'
import { DocumentFields } from './document-fields.tsx'
import { documentErrors, without } from './documents.ts'
import type { DocumentKind, Documents } from './documents.ts'

const DRAFT = 'register-creator'

export type CreatorValues = AccountValues & { bio: string; country: string; dateOfBirth: string }

const empty: CreatorValues = { name: '', username: '', email: '', password: '', bio: '', country: '', dateOfBirth: '' }
const kinds: DocumentKind[] = ['idFront', 'idBack', 'selfie']

type Props = {
  onRegister: (values: CreatorValues, documents: Documents, onProgress: (share: number) => void) => Promise<void>
}

export function CreatorForm({ onRegister }: Props) {
  const { t, i18n } = useLingui()
  const [documents, setDocuments] = useState<Documents>({})
  const [wrong, setWrong] = useState<Partial<Record<DocumentKind, string>>>({})
  const [progress, setProgress] = useState<number | null>(null)
  const form = useForm<CreatorValues>({
    defaultValues: { ...empty, ...tabForms.read(DRAFT) },
    resolver: schemaResolver(RegisterPerformer),
  })
  useFormDraft(DRAFT, form)
  const { alert, show, clear } = useFormAlert(form)
  const checkDocuments = () => {
    const found = Object.entries(documentErrors(documents)).map(([kind, text]) => [kind, i18n._(text)])
    setWrong(Object.fromEntries(found) as typeof wrong)
    return found.length === 0
  }
  const setDocument = (kind: DocumentKind, file: File | undefined) => {
    setDocuments((held) => (file ? { ...held, [kind]: file } : without(held, kind)))
    // What was wrong was wrong with the one before.
    setWrong((texts) => without(texts, kind))
  }
  const submit = form.handleSubmit(async (values) => {
    clear()
    if (!checkDocuments()) return
    try {
      await onRegister(values, documents, setProgress)
    } catch (error) {
      setWrong(fieldErrors(error, kinds))
      show(error)
    } finally {
      setProgress(null)
    }
  }, checkDocuments)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <AccountFields form={form} />
      <AboutFields form={form} />
      <DocumentFields documents={documents} errors={wrong} onChange={setDocument} />
      <CaptchaField
        onToken={(token) => form.setValue('captchaToken', token)}
        error={form.formState.errors.captchaToken?.message}
        sent={form.formState.submitCount}
      />
      <FormAlert text={alert} />
      {progress !== null && <Progress value={progress} label={t`Sending your documents`} />}
      <Button type="submit" busy={form.formState.isSubmitting}>
        <Trans>Apply as a creator</Trans>
      </Button>
    </form>
  )
}

function AboutFields({ form }: { form: UseFormReturn<CreatorValues> }) {
  const { t } = useLingui()
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextArea
        label={t`About you`}
        hint={t`Fans read this on your page. You can change it at any time.`}
        maxLength={1000}
        {...register('bio')}
        error={errors.bio?.message}
      />
      <Country form={form} />
      <TextField
        label={t`Date of birth`}
        hint={t`Creators are adults. Nobody else sees this.`}
        type="date"
        autoComplete="bday"
        {...register('dateOfBirth')}
        error={errors.dateOfBirth?.message}
      />
    </>
  )
}

/** Draws itself alone again when another country is chosen. */
function Country({ form: { control, register, formState } }: { form: UseFormReturn<CreatorValues> }) {
  const { t } = useLingui()
  const code = useWatch({ control, name: 'country' })
  return (
    <CountryField
      code={code}
      none={t`Choose your country`}
      autoComplete="country"
      {...register('country')}
      error={formState.errors.country?.message}
    />
  )
}
