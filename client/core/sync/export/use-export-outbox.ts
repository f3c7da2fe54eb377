import { useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { saveFile } from '../../media/download-blob.ts'
import type { Exported, ExportProgress } from './export-outbox.ts'

/** How a copy of what is unsent gets on. */
export type ExportState =
  | { state: 'idle' }
  | { state: 'running'; progress: ExportProgress }
  | { state: 'done'; files: number; missing: string[] }
  | { state: 'failed'; message: string }

type Make = (onProgress: (progress: ExportProgress) => void) => Promise<Exported>

/** Makes a copy of what is unsent and offers it for saving, once at a time. */
export function useExportOutbox(make: Make): { exporting: ExportState; save: () => void } {
  const [exporting, setExporting] = useState<ExportState>({ state: 'idle' })
  const isRunning = useRef(false)
  const run = async () => {
    setExporting({ state: 'running', progress: { done: 0, of: 0 } })
    try {
      const { copy, name, files, missing } = await make((progress) => setExporting({ state: 'running', progress }))
      saveFile(copy, name)
      setExporting({ state: 'done', files, missing })
    } catch (error) {
      console.warn('What is unsent could not be exported', error)
      setExporting({ state: 'failed', message: errorMessage(error) })
    } finally {
      isRunning.current = false
    }
  }
  const save = () => {
    if (isRunning.current) return
    isRunning.current = true
    void run()
  }
  return { exporting, save }
}
