import { useEffect } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

const PREFIX = 'vesper-draft:'

/** What was typed into a form before the page was loaded anew. */
export function readFormDraft<Values extends FieldValues = FieldValues>(key: string): DefaultValues<Values> {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}') as DefaultValues<Values>
  } catch {
    return {} as DefaultValues<Values>
  }
}

export function writeFormDraft(key: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // Without storage the form lives as long as the page.
  }
}

export function removeFormDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was kept.
  }
}

/** Removes what was typed into any form of this tab. */
export function removeFormDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Keeps a form's text while it is typed; passwords and files are never kept. */
export function useFormDraft<Values extends FieldValues>(key: string, form: UseFormReturn<Values>): void {
  const { watch } = form
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const text = Object.entries(values).filter(
        ([name, value]) => typeof value === 'string' && !/password|source/i.test(name),
      )
      writeFormDraft(key, Object.fromEntries(text))
    })
    return unsubscribe
  }, [key, watch])
}
