import { useEffect } from 'react'

/** Keeps the screen awake while `isOn`, as far as the browser can. It lets go when the page is hidden, and takes it again. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || isOver) return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
    }
    const again = () => void take()
    void take()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [isOn])
}
