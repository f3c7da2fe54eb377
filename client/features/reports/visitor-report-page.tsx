import { Trans, useLingui } from '@lingui/react/macro'
import { ReportNumber, VisitorReport } from '@vesper/sync/vesper/api/cases.ts'
import { reportCategories } from '@vesper/sync/vesper/api/reports.ts'
import type { ReportCategory } from '@vesper/sync/vesper/api/reports.ts'
import { useUnit } from 'effector-react'
import { FlagTriangleRight } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { useFormDraft } from '../../core/forms/use-form-draft.ts'
import { valibotResolver } from '../../core/forms/valibot-resolver.ts'
import { $user } from '../../core/session/model.ts'
import { CaptchaField } from '../../entities/captcha/captcha-field.tsx'
import { useCategoryNames } from '../../entities/decisions/use-category-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SelectField, TextArea, TextField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'

const DRAFT = 'visitor-report'
const TEXT_MAX = 4_000

type Values = {
  _id: string
  url: string
  category: ReportCategory | ''
  text: string
  email: string
  goodFaith: boolean
  captchaToken?: string | undefined
}

/** The form by which somebody without an account reports a page. `address`: that of the page, where it is known. */
export function VisitorReportPage({ address }: { address: string }) {
  const { t } = useLingui()
  const [caseNumber, setCaseNumber] = useState<string | null>(null)
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Report a page`} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        {caseNumber === null ? (
          <>
            <p className="text-muted">
              <Trans>
                Tell us of something here that is against the law or against our rules. Somebody looks at it, and writes
                to you.
              </Trans>
            </p>
            <ReportForm address={address} onSent={setCaseNumber} />
          </>
        ) : (
          <div role="status">
            <EmptyState icon={<FlagTriangleRight />} title={t`Your report is sent`}>
              <Trans>
                Its case number is <bdi className="font-semibold text-ink wrap-anywhere">{caseNumber}</bdi>. We write to
                you when it is decided.
              </Trans>
            </EmptyState>
          </div>
        )}
      </div>
    </main>
  )
}

function ReportForm({ address, onSent }: { address: string; onSent: (caseNumber: string) => void }) {
  const user = useUnit($user)
  const form = useForm<Values>({
    defaultValues: {
      ...{ _id: v7(), url: '', category: '', text: '', email: user?.email ?? '', goodFaith: false },
      ...tabForms.read(DRAFT),
      ...(address !== '' && { url: address }),
    },
    resolver: valibotResolver(VisitorReport),
  })
  useFormDraft(DRAFT, form)
  const { alert, show, clear } = useFormAlert(form)
  const submit = form.handleSubmit(async (values) => {
    clear()
    try {
      const sent = await callApi({ method: 'POST', path: '/reports/visitor', body: values, answer: ReportNumber })
      tabForms.remove(DRAFT)
      onSent(sent.caseNumber)
    } catch (error) {
      show(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      <Fields form={form} />
      <FormAlert text={alert} />
      <Button type="submit" busy={form.formState.isSubmitting}>
        <Trans>Send report</Trans>
      </Button>
    </form>
  )
}

function Fields({ form }: { form: UseFormReturn<Values> }) {
  const { t } = useLingui()
  const names = useCategoryNames()
  const { register, formState, setValue } = form
  const { errors, submitCount } = formState
  return (
    <>
      <TextField
        label={t`Address of the page`}
        type="url"
        inputMode="url"
        autoComplete="off"
        dir="ltr"
        {...register('url')}
        error={errors.url?.message}
      />
      <SelectField label={t`Reason`} {...register('category')} error={errors.category?.message}>
        <option value="">{t`Choose…`}</option>
        {reportCategories.map((category) => (
          <option key={category} value={category}>
            {names[category]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`What is wrong`}
        hint={t`For something illegal, name the law.`}
        maxLength={TEXT_MAX}
        {...register('text')}
        error={errors.text?.message}
      />
      <TextField
        label={t`Email`}
        hint={t`We answer to this address.`}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        {...register('email')}
        error={errors.email?.message}
      />
      <div>
        <Checkbox
          label={t`As far as I know, all that I say here is true and complete.`}
          aria-invalid={errors.goodFaith ? true : undefined}
          {...register('goodFaith')}
        />
        <p role="alert" className="text-sm text-danger-ink empty:absolute">
          {errors.goodFaith?.message}
        </p>
      </div>
      <CaptchaField
        onToken={(token) => setValue('captchaToken', token)}
        error={errors.captchaToken?.message}
        sent={submitCount}
      />
    </>
  )
}
