import { useEffect, useState } from 'react'

/** Whether a picture could not be had; forgotten when the line is back, so that it is tried again. */
export function useMissingPicture() {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    const again = () => setMissing(false)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isMissing])
  return [isMissing, setMissing] as const
}
