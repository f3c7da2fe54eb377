import { Trans } from '@lingui/react/macro'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'

type Props = { onFiles: (files: Iterable<File>) => void; isDisabled: boolean; children: ReactNode }

/** Takes files that are dropped anywhere on the thread. */
export function DropZone({ onFiles, isDisabled, children }: Props) {
  const [isOver, setOver] = useState(false)
  // Every child that the pointer crosses is entered and left: over is what is left when they are counted.
  const depth = useRef(0)
  const hasFiles = (event: DragEvent) => !isDisabled && event.dataTransfer.types.includes('Files')
  const move = (event: DragEvent, step: number) => {
    if (!hasFiles(event)) return
    depth.current += step
    setOver(depth.current > 0)
  }
  return (
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-card border-2 border-dashed border-accent-ink bg-bg/90">
          <p className="grid justify-items-center gap-2 text-lg font-semibold text-accent-ink">
            <ImagePlus className="size-9" aria-hidden="true" />
            <Trans>Drop photos or videos here</Trans>
          </p>
        </div>
      )}
    </div>
  )
}
