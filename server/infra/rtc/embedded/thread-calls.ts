import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RtcClosedReason, RtcGrant, RtcRoom } from '../stream-engine.ts'
import type { Recorded } from './recorder.ts'

/** Where the thread of the media engine listens, and which addresses of it clients are told. */
export type RtcNetwork = {
  /** `127.0.0.1` for this machine alone, `0.0.0.0` for all. */
  listenOn: '127.0.0.1' | '0.0.0.0'
  /** IPv4 addresses. */
  told: readonly string[]
  /** The first and the last port, for UDP and TCP alike. Null: the system chooses free ones. */
  ports: readonly [number, number] | null
}

/** The calls of the thread, with their answers. */
export type ThreadCalls = {
  open: {
    asks: { room: string; record: { path: string; keepFreeBytes: number } | null; maxViewers: number }
    answers: null
  }
  connect: { asks: { grant: RtcGrant; peer: string; sdp: string }; answers: { sdp: string } }
  leave: { asks: { peer: string }; answers: null }
  setVideo: { asks: { peer: string; hasVideo: boolean }; answers: null }
  remove: { asks: { room: string; userId: string; sessionId: string | null }; answers: null }
  room: { asks: { room: string }; answers: RtcRoom | null }
  /** Null where nothing was recorded. */
  close: { asks: { room: string }; answers: { recorded: Recorded | null } }
}

export type ThreadCall = keyof ThreadCalls

export type ThreadRequest = {
  [Name in ThreadCall]: { id: number; call: Name; asks: ThreadCalls[Name]['asks'] }
}[ThreadCall]

/** A message of the thread: an answer by the id of its request, or news. */
export type ThreadReport =
  | { id: number; value: ThreadCalls[ThreadCall]['answers'] }
  | { id: number; refusal: { kind: RefusalKind; message: string } }
  | { id: number; fault: string }
  | { news: 'closed'; room: string; peer: string; userId: string; reason: RtcClosedReason }
  /** A peer has connected, or will not. */
  | { news: 'settled'; peer: string }
  | { news: 'fault'; message: string }
