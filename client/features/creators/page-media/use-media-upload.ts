import { useState } from 'react'
import type * as v from 'valibot'
import { uploadFiles } from '../../../core/api/upload.ts'
import { whileUnsavedWork } from '../../../core/page/unsaved-work.ts'
import { useAction } from '../../../ui/form/use-action.ts'

type Options<Answer extends v.GenericSchema> = {
  /** Below `/api`. */
  path: string
  answer: Answer
  onUploaded: (answer: v.InferOutput<Answer>) => Promise<unknown>
}

/** Uploads one file in the field `file`. `progress` is from 0 to 1 while one is on its way, else null. */
export function useMediaUpload<Answer extends v.GenericSchema>({ path, answer, onUploaded }: Options<Answer>) {
  const [progress, setProgress] = useState<number | null>(null)
  const action = useAction(async (file: File) => {
    setProgress(0)
    try {
      await onUploaded(await whileUnsavedWork(uploadFiles({ path, files: { file }, answer, onProgress: setProgress })))
    } finally {
      setProgress(null)
    }
  })
  return { ...action, progress }
}
