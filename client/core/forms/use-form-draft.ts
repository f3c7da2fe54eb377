import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { tabForms } from './form-draft-storage.ts'

/** Keeps a form's text while it is typed; passwords, files and answers of a captcha are never kept. */
export function useFormDraft<Values extends FieldValues>(key: string, form: UseFormReturn<Values>): void {
  const { watch } = form
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const text = Object.entries(values).filter(
        ([name, value]) => typeof value === 'string' && !/password|source|captcha/i.test(name),
      )
      tabForms.write(key, Object.fromEntries(text))
    })
    return unsubscribe
  }, [key, watch])
}
