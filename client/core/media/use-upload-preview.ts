import { useEffect, useState } from 'react'
import { useSync } from '../sync/sync-provider.tsx'
import { keepPreview, uploadPreviewOf } from './upload-previews.ts'

/** An address for the bytes of a file that this device holds, null while it does not, they are being read or are gone. */
export function useUploadPreview(fileId: string, isHeld: boolean): string | null {
  const sync = useSync()
  const [url, setUrl] = useState(() => uploadPreviewOf(fileId))
  useEffect(() => {
    if (url || !isHeld) return
    let isCurrent = true
    void sync.fileOf(fileId).then((file) => {
      if (file && isCurrent) setUrl(keepPreview(fileId, file))
    })
    return () => {
      isCurrent = false
    }
  }, [sync, fileId, isHeld, url])
  return url
}
