import { Trans, useLingui } from '@lingui/react/macro'
import { RegisterPerformer } from '@vesper/sync/vesper/api/auth.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { useFormDraft } from '../../core/forms/use-form-draft.ts'
import { valibotResolver } from '../../core/forms/valibot-resolver.ts'
import { CaptchaField } from '../../entities/captcha/captcha-field.tsx'
import { DocumentFields } from '../../entities/documents/document-fields.tsx'
import type { Documents } from '../../entities/documents/documents.ts'
import { useDocuments } from '../../entities/documents/use-documents.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Progress } from '../../ui/controls/progress.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { AccountFields } from './account-fields.tsx'
import { CountryChoice } from './country-choice.tsx'
import type { FanValues } from './fan-form.tsx'

const DRAFT = 'register-creator'

export type CreatorValues = FanValues & { bio: string; dateOfBirth: string }

const empty: CreatorValues = { name: '', username: '', email: '', password: '', bio: '', country: '', dateOfBirth: '' }

type Props = {
  onRegister: (values: CreatorValues, documents: Documents, onProgress: (share: number) => void) => Promise<void>
}

export function CreatorForm({ onRegister }: Props) {
  const { t } = useLingui()
  const chosen = useDocuments()
  const [progress, setProgress] = useState<number | null>(null)
  const form = useForm<CreatorValues>({
    defaultValues: { ...empty, ...tabForms.read(DRAFT) },
    resolver: valibotResolver(RegisterPerformer),
  })
  useFormDraft(DRAFT, form)
  const { alert, show, clear } = useFormAlert(form)
  const submit = form.handleSubmit(
    async (values) => {
      clear()
      if (!chosen.check()) return
      try {
        await onRegister(values, chosen.documents, setProgress)
      } catch (error) {
        chosen.refuse(error)
        show(error)
      } finally {
        setProgress(null)
      }
    },
    () => void chosen.check(),
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <AccountFields form={form} />
      <AboutFields form={form} />
      <section className="grid gap-3">
        <div className="grid gap-1 pt-2">
          <h2 className="text-lg font-semibold">
            <Trans>Your details</Trans>
          </h2>
          <p className="text-sm text-muted">
            <Trans>
              Pictures of an identity document. They are stored apart from everything else, and only our reviewers see
              them.
            </Trans>
          </p>
        </div>
        <DocumentFields documents={chosen.documents} errors={chosen.errors} onChange={chosen.change} />
      </section>
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
      <CountryChoice form={form} first={form.getValues('country')} none={t`Choose your country`} />
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
