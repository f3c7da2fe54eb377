import { useCallback, useEffect, useRef, useState } from 'react'
import { useOnReconnect } from '../../../core/connection/use-on-reconnect.ts'
import { openPublisher } from '../rtc/open-viewer.ts'
import { PublisherSession } from './publisher-session.ts'
import type { PublisherState } from './publisher-session.ts'
import type { SentLine } from './sent-line.ts'
import { useSentLine } from './use-sent-line.ts'

type Published = { streamId: string; rtc: string; media: MediaStream }

const idle: PublisherState = { phase: 'connecting', refusal: null }

/** Sends picture and sound into a stream; null sends nothing. Other devices of the creator take the place of the first. */
export function usePublisher(published: Published | null): PublisherState & { line: SentLine | null } {
  const [state, setState] = useState(idle)
  const session = useRef<PublisherSession | null>(null)
  const { streamId = null, rtc = null, media = null } = published ?? {}
  const latest = useRef(media)
  latest.current = media
  const hasMedia = media !== null
  useEffect(() => {
    if (streamId === null || rtc === null || !hasMedia) return
    const made = new PublisherSession({
      open: (onState) => openPublisher({ rtc, streamId }, latest.current ?? new MediaStream(), onState),
      onChange: setState,
    })
    setState(idle)
    session.current = made
    return () => {
      session.current = null
      made.stop()
    }
  }, [streamId, rtc, hasMedia])
  useEffect(() => {
    for (const kind of ['audio', 'video'] as const) {
      session.current?.replaceTrack(kind, media?.getTracks().find((track) => track.kind === kind) ?? null)
    }
  }, [media])
  useOnReconnect(
    published !== null,
    useCallback(() => session.current?.retry(), []),
  )
  const figures = useCallback(async () => session.current?.figures() ?? null, [])
  const line = useSentLine(published ? figures : null)
  return { ...(published ? state : idle), line }
}
