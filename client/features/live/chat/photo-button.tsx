import { useLingui } from '@lingui/react/macro'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'

/** Chooses one photo of this device. */
export function PhotoButton({ onChoose, disabled }: { onChoose: (file: File) => void; disabled: boolean }) {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        data-testid="chat-photo"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <IconButton label={t`Add a photo`} disabled={disabled} onClick={() => picker.current?.click()}>
        <ImagePlus className="size-5" />
      </IconButton>
    </>
  )
}
