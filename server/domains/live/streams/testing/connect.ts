import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { RtcRole } from '../../../../infra/rtc/stream-engine.ts'
import { publish, view } from '../../../../infra/rtc/testing/rtc-peer.ts'
import type { RtcPeerOptions, RtcTestPeer } from '../../../../infra/rtc/testing/rtc-peer.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'

export type Client = Socket<ServerToClient, ClientToServer>
type Server = Pick<TestServer, 'url'>

/** The socket of a person who has logged in. */
export async function openSocket({ url }: Server, { token }: Pick<Person, 'token'>): Promise<Client> {
  const client: Client = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  await client.emitWithAck('login', { token })
  return client
}

type Answer = { ok: true; sdp: string; peer: string } | { ok: false; message?: string }

type Seat = { person: Person; socket: Client; streamId: string; options?: RtcPeerOptions }

/** The answer to asking for a token: its status, and the token where there is one. */
export async function askToken(
  server: Server,
  { token }: Pick<Person, 'token'>,
  body: { streamId: string; role: RtcRole },
): Promise<{ status: number; token: string; message: unknown }> {
  const answer = await call(server, 'POST /streaming/embedded/token', { token, body })
  return { status: answer.status, token: String(answer.body['token']), message: answer.body['message'] }
}

/** Broadcasts into a stream, or watches it, all the way that a browser goes: token, socket, media. */
export function connect(
  server: Server,
  role: RtcRole,
  { person, socket, streamId, options }: Seat,
): Promise<RtcTestPeer> {
  const enter = role === 'publish' ? publish : view
  return enter(async (sdp) => {
    const { token } = await askToken(server, person, { streamId, role })
    const answer = (await socket.emitWithAck('rtc:offer', { token, sdp })) as Answer
    if (!answer.ok) throw new Error(answer.message)
    return { sdp: answer.sdp, peer: answer.peer }
  }, options)
}
