import { Trans, useLingui } from '@lingui/react/macro'
import { Camera, FileText, ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef } from 'react'
import type { ChangeEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { FieldNotes, noteIds } from '../form/field-notes.tsx'
import { Button, buttonClass } from './button.tsx'

type Props = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  accept: string
  /** Which camera a phone opens for 'Take a photo'. */
  capture: 'environment' | 'user'
  file: File | undefined
  /** Undefined when the file is taken out again. */
  onChange: (file: File | undefined) => void
}

/** One file, taken with the camera or chosen, with a look at what was taken, and the way to take it out again. */
export function FileField({ label, hint, error, accept, capture, file, onChange }: Props) {
  const { t } = useLingui()
  const id = useId()
  const choosing = useRef<HTMLInputElement>(null)
  const described = noteIds(id, { hint, error })
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    if (chosen) onChange(chosen)
    event.target.value = ''
  }
  const remove = () => {
    onChange(undefined)
    // The button that has the focus goes with the file.
    choosing.current?.focus()
  }
  const input = {
    type: 'file',
    className: 'peer sr-only',
    onChange: pick,
    'aria-describedby': described,
  } as const
  const visual = cx(
    buttonClass('secondary'),
    'px-4 text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink',
  )
  return (
    <fieldset className={cx('grid gap-2 rounded-card border p-4', error ? 'border-danger-ink' : 'border-line')}>
      <legend className="px-1 text-sm font-medium text-muted">{label}</legend>
      <div className="flex items-center gap-4">
        <Preview file={file} />
        <div className="grid min-w-0 flex-1 gap-2">
          <p className="truncate text-sm" dir="auto">
            {file ? file.name : <Trans>Nothing chosen yet</Trans>}
          </p>
          <div className="flex flex-wrap gap-2">
            <label className="pointer-fine:hidden">
              <input {...input} accept="image/jpeg,image/png,image/webp" capture={capture} />
              <span className={visual}>
                <Camera className="size-4.5" aria-hidden="true" />
                <Trans>Take a photo</Trans>
              </span>
            </label>
            <label>
              <input {...input} ref={choosing} accept={accept} aria-invalid={error ? true : undefined} />
              <span className={visual}>
                <ImagePlus className="size-4.5" aria-hidden="true" />
                <Trans>Choose a file</Trans>
                <span className="sr-only">: {label}</span>
              </span>
            </label>
            {file && (
              <Button
                kind="quiet"
                className="px-4 text-sm"
                aria-label={`${t`Remove`}: ${label}`}
                icon={<Trash2 className="size-4.5" aria-hidden="true" />}
                onClick={remove}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
        </div>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

function Preview({ file }: { file: File | undefined }) {
  const url = useMemo(() => (file?.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-control bg-raised text-faint">
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <FileText className="size-7" aria-hidden="true" />
      )}
    </span>
  )
}
