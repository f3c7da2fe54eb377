import type { RefObject } from 'react'

type Props = { ref: RefObject<HTMLInputElement | null>; onPicked: (files: File[]) => void }

/** Opens the device's choice of photos, videos and sounds when a button clicks it; the same one can be chosen twice. */
export function MediaInput({ ref, onPicked }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*,video/*,audio/*"
      multiple
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
