import type { ChatMode, Stream as StreamView, StreamSettings } from '@vesper/sync/vesper/api/live-streams.ts'
import type { StreamState } from '@vesper/sync/vesper/live-events.ts'
import type { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import type { Stream, StreamSettings as Settings } from './entity.ts'
import { OPEN_CHAT } from './entity.ts'

/** Exact up to here for viewers; the creator's own number always is. */
const EXACT_VIEWERS = 100

/** A stream for one viewer; `viewerId` is null for a visitor without an account. */
export function streamView(
  stream: Stream,
  { performer, viewerId }: { performer: User; viewerId: string | null },
): StreamView {
  const isOwner = viewerId === stream.performerId
  const { id, kind, status, title, access, seconds, version, isAway, record } = stream
  const shown = (viewers: number) => (isOwner ? viewers : rounded(viewers))
  return {
    ...{ _id: id, conversationId: id, kind, status, title, access, seconds, version, isAway, isRecorded: record },
    price: access === 'paid' && kind === 'public' ? (stream.price ?? null) : null,
    rate: kind === 'public' ? null : (stream.rate ?? null),
    performer: participantView(performer),
    viewers: shown(stream.viewers),
    viewersPeak: shown(stream.viewersPeak),
    startedAt: stream.startedAt?.toISOString() ?? null,
    endedAt: stream.endedAt?.toISOString() ?? null,
    endedReason: stream.endedReason ?? null,
    videoId: isOwner ? (stream.videoId ?? null) : null,
    createdAt: stream.createdAt.toISOString(),
  }
}

/** A stream as all are told who watch it. */
export function stateOf(stream: Stream): StreamState {
  const { id: streamId, status, viewers, seconds, isAway, endedReason } = stream
  return { streamId, status, reason: endedReason ?? null, viewers: rounded(viewers), seconds, isAway }
}

/** The settings of a creator; those that every creator begins with where there are none yet. */
export function settingsView(settings: Settings | null): StreamSettings {
  if (!settings) return FIRST_SETTINGS
  const { performerId: _, updatedAt: __, chat, ...rest } = settings
  const { title, access, price, privateRate, privateMinimum, groupRate, groupMinimum, groupMaximum } = rest
  const { acceptsPrivate, record, awayDuringPrivate } = rest
  return {
    ...{ title, access, price, privateRate, privateMinimum, groupRate, groupMinimum, groupMaximum },
    ...{ acceptsPrivate, record, awayDuringPrivate, chat: chatView(chat) },
  }
}

/** Two digits tell enough of many. */
export function rounded(viewers: number): number {
  if (viewers <= EXACT_VIEWERS) return viewers
  const step = 10 ** (String(viewers).length - 2)
  return Math.round(viewers / step) * step
}

function chatView({ slowSeconds, followersMinutes, subscribersOnly, blockedTerms }: ChatMode): ChatMode {
  return { slowSeconds, followersMinutes, subscribersOnly, blockedTerms }
}

/** As the columns of the table begin. */
export const FIRST_SETTINGS: StreamSettings = {
  ...{ title: '', access: 'public', price: 50, privateRate: 60, privateMinimum: 3, groupRate: 20 },
  ...{ groupMinimum: 2, groupMaximum: 20, acceptsPrivate: false, record: false, awayDuringPrivate: true },
  chat: OPEN_CHAT,
}
