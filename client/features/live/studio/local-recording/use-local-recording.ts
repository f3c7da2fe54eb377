import { useEffect } from 'react'

type Recorded = { account: string; streamId: string; media: MediaStream }

/** Records on this device what the server's recording may lack; null records nothing. */
export function useLocalRecording(recorded: Recorded | null): void {
  const { account = null, streamId = null, media = null } = recorded ?? {}
  useEffect(() => {
    if (account === null || streamId === null || media === null) return
    let isOver = false
    let stop = () => {}
    void begin({ account, streamId, media }).then((made) => {
      if (isOver) made?.()
      else stop = made ?? stop
    })
    return () => {
      isOver = true
      stop()
    }
  }, [account, streamId, media])
}

/** Answers how it ends; null where this browser cannot. A stream does not need it. */
async function begin({ account, ...given }: Recorded): Promise<(() => void) | null> {
  try {
    const [{ canRecord, LocalRecorder }, { openSliceStore }] = await Promise.all([
      import('./local-recorder.ts'),
      import('./slice-store.ts'),
    ])
    if (!canRecord()) return null
    const recorder = new LocalRecorder({ ...given, store: openSliceStore(account) })
    return () => recorder.stop()
  } catch (error) {
    console.warn('This device does not record the stream', error)
    return null
  }
}
