import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

type Props = {
  /** The words of the button. */
  children: ReactNode
  icon: ReactNode
  /** Media types that the device offers; all unless told. */
  accept?: string | undefined
  isBusy: boolean
  isDisabled: boolean
  onChosen: (files: File[]) => void
}

/** A button that opens the device's choice of files. The same files can be chosen again at once. */
export function ChooseFiles({ children, icon, accept, isBusy, isDisabled, onChosen }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        kind="secondary"
        className="justify-self-start"
        busy={isBusy}
        disabled={isDisabled}
        icon={icon}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          if (chosen.length > 0) onChosen(chosen)
        }}
      />
    </>
  )
}
