import { Trans, useLingui } from '@lingui/react/macro'
import { Contact, CONTACT_MESSAGE_MAX } from '@vesper/sync/vesper/api/contact.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { useFormDraft } from '../../core/forms/use-form-draft.ts'
import { valibotResolver } from '../../core/forms/valibot-resolver.ts'
import { $user } from '../../core/session/model.ts'
import { CaptchaField } from '../../entities/captcha/captcha-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { Topics } from './topics.tsx'

const DRAFT = 'contact'

/** Help by topic first, then a form that writes to the people who run the site. */
export function ContactPage() {
  const { t } = useLingui()
  const [isSent, setSent] = useState(false)
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Contact`} />
      <div className="safe-x grid gap-8 pt-2 pb-12">
        {isSent ? (
          <div role="status">
            <EmptyState
              icon={<MailCheck />}
              title={t`Your message is sent`}
              action={
                <Button kind="secondary" onClick={() => setSent(false)}>
                  <Trans>Write another message</Trans>
                </Button>
              }
            >
              <Trans>We answer by email.</Trans>
            </EmptyState>
          </div>
        ) : (
          <>
            <Topics />
            <ContactForm onSent={() => setSent(true)} />
          </>
        )}
      </div>
    </main>
  )
}

type Values = Required<Pick<Contact, '_id' | 'name' | 'email' | 'subject' | 'message'>> & {
  captchaToken?: string | undefined
}

function ContactForm({ onSent }: { onSent: () => void }) {
  const { t } = useLingui()
  const user = useUnit($user)
  const form = useForm<Values>({
    defaultValues: {
      ...{ _id: v7(), name: user?.name ?? '', email: user?.email ?? '', subject: '', message: '' },
      ...tabForms.read(DRAFT),
    },
    resolver: valibotResolver(Contact),
  })
  useFormDraft(DRAFT, form)
  const { alert, show, clear } = useFormAlert(form)
  const { register, formState, setValue } = form
  const { errors, isSubmitting, submitCount } = formState
  const submit = form.handleSubmit(async (values) => {
    clear()
    try {
      await callApi({ method: 'POST', path: '/contact', body: values, answer: Done })
      tabForms.remove(DRAFT)
      onSent()
    } catch (error) {
      show(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4" aria-labelledby="contact-form">
      <h2 id="contact-form" className="text-lg font-semibold">
        <Trans>Write to us</Trans>
      </h2>
      <TextField label={t`Name`} autoComplete="name" dir="auto" {...register('name')} error={errors.name?.message} />
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
      <TextField
        label={t`Subject`}
        maxLength={120}
        dir="auto"
        {...register('subject')}
        error={errors.subject?.message}
      />
      <TextArea
        label={t`Message to us`}
        maxLength={CONTACT_MESSAGE_MAX}
        {...register('message')}
        error={errors.message?.message}
      />
      <CaptchaField
        onToken={(token) => setValue('captchaToken', token)}
        error={errors.captchaToken?.message}
        sent={submitCount}
      />
      <FormAlert text={alert} />
      <Button type="submit" busy={isSubmitting}>
        <Trans>Send message</Trans>
      </Button>
    </form>
  )
}
