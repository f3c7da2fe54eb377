import { importWithRetry } from '../../../ui/import-with-retry.ts'
import { fetchToken } from './fetch-token.ts'
import type { OnState, PublisherConnection, ViewerConnection } from './viewer-connection.ts'

type Asked = { rtc: string; streamId: string }

/** Lets a viewer in, by the engine in force. Rejects with the `Refusal` of whoever may not watch, and without a line. */
export async function openViewer(asked: Asked, onState: OnState): Promise<ViewerConnection> {
  const token = await fetchToken({ ...asked, role: 'view' })
  const { view } = await clientOf(asked.rtc)
  return view(token, onState)
}

/** Begins to send, or goes on: the stream stays the same one. */
export async function openPublisher(asked: Asked, media: MediaStream, onState: OnState): Promise<PublisherConnection> {
  const token = await fetchToken({ ...asked, role: 'publish' })
  const { publish } = await clientOf(asked.rtc)
  return publish(token, media, onState)
}

/** LiveKit's client is large: it comes where its engine is in force. */
async function clientOf(rtc: string) {
  if (rtc !== 'livekit') {
    const { publishByOffer, viewByOffer } = await importWithRetry(() => import('./view-by-offer.ts'))
    return { view: viewByOffer, publish: publishByOffer }
  }
  const { publishByLivekit, viewByLivekit } = await importWithRetry(() => import('./view-by-livekit.ts'))
  return { view: viewByLivekit, publish: publishByLivekit }
}
