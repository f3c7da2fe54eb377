import type { ReactNode } from 'react'

type Notes = { hint?: ReactNode; error?: string | undefined }

/** The ids for a control's `aria-describedby`, when `FieldNotes` stands beside it; undefined without a note. */
export function noteIds(id: string, { hint, error }: Notes): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
}

/** The hint of a control and what is wrong with its value. */
export function FieldNotes({ id, hint, error }: Notes & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </>
  )
}
