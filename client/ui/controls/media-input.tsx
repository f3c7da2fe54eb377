import type { RefObject } from 'react'

type Props = {
  ref: RefObject<HTMLInputElement | null>
  /** Kinds of files; photos, videos and sounds unless told. */
  accept?: string
  /** One file at a time. */
  isSingle?: boolean
  onPicked: (files: File[]) => void
}

/** Opens the device's choice of photos, videos and sounds when a button clicks it; the same one can be chosen twice. */
export function MediaInput({ ref, accept = 'image/*,video/*,audio/*', isSingle = false, onPicked }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={!isSingle}
      hidden
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        onPicked([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
}
