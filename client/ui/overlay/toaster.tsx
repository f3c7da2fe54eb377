import { Suspense, useEffect, useState } from 'react'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { onFirstToast } from './toast.ts'

const Sonner = lazyWithRetry(async () => (await import('./sonner-toaster.tsx')).SonnerToaster)

/** The place where toasts appear; it costs nothing until the first one. */
export function Toaster({ theme }: { theme: 'dark' | 'light' }) {
  const [mounted, setMounted] = useState<(() => void) | null>(null)
  useEffect(() => {
    onFirstToast(() => new Promise((resolve) => setMounted(() => resolve)))
  }, [])
  if (!mounted) return null
  return (
    <Suspense fallback={null}>
      <Sonner theme={theme} onMounted={mounted} />
    </Suspense>
  )
}
