import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import type { Socket } from 'socket.io-client'

export type Client = Socket<ServerToClient, ClientToServer>

type Asked = 'login' | 'stream:join' | 'stream:leave' | 'chat:send' | 'chat:moderate'
type AnswerOf<Event extends Asked> = Parameters<NonNullable<Parameters<ClientToServer[Event]>[1]>>[0]

/** Says an event and gives its answer; throws where none comes within 20 seconds. */
export async function ask<Event extends Asked>(
  client: Client,
  event: Event,
  payload: Parameters<ClientToServer[Event]>[0],
): Promise<AnswerOf<Event>> {
  const said = client.timeout(20_000) as unknown as { emitWithAck: (...event: unknown[]) => Promise<unknown> }
  return (await said.emitWithAck(event, payload)) as AnswerOf<Event>
}
