import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { SignJWT, jwtVerify } from 'jose'

export const livekitKeys = { apiKey: 'api-key', apiSecret: 'a secret of more than 32 characters' }
const key = new TextEncoder().encode(livekitKeys.apiSecret)

export type FakeParticipant = {
  sid: string
  identity: string
  state: 'ACTIVE' | 'JOINING'
  tracks: { sid: string; muted?: boolean }[]
  permission: { canPublish: boolean }
}

type Call = { method: string; asked: Record<string, unknown> }

/** The grants that each call of LiveKit's API needs. */
const GRANTS: Record<string, (room: unknown) => object> = {
  CreateRoom: () => ({ roomCreate: true }),
  DeleteRoom: () => ({ roomCreate: true }),
  ListParticipants: (room) => ({ roomAdmin: true, room }),
  RemoveParticipant: (room) => ({ roomAdmin: true, room }),
}

/** The calls of a LiveKit server, over HTTP, with signatures and grants checked. Whatever is not as LiveKit has it gets 400. */
export async function startFakeLivekit() {
  const calls: Call[] = []
  const participants: FakeParticipant[] = []
  const state = { isDown: false }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, method = ''] = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '') ?? []
    const grants = GRANTS[method]
    const asked = (await json(request)) as Record<string, unknown>
    if (state.isDown) return fail(response, 503, 'unavailable')
    if (request.method !== 'POST' || !grants || !request.headers['content-type']?.startsWith('application/json')) {
      return fail(response, 400, 'bad_route')
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const { payload } = await jwtVerify(token, key, { issuer: livekitKeys.apiKey, algorithms: ['HS256'] })
    if (!isDeepStrictEqual(payload['video'], grants(asked['room']))) return fail(response, 403, 'permission_denied')
    calls.push({ method, asked })
    if (method === 'RemoveParticipant') {
      const index = participants.findIndex(({ identity }) => identity === asked['identity'])
      if (index === -1) return fail(response, 404, 'not_found')
      participants.splice(index, 1)
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(method === 'ListParticipants' ? { participants } : { name: asked['name'] }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => fail(response, 401, 'unauthenticated'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ calls, participants, state },
    url: `ws://127.0.0.1:${port}`,
    stop: () => void server.close(),
    /** How often a method was called. */
    count: (method: string) => calls.filter((call) => call.method === method).length,
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, msg: code }))
}

/** An event as LiveKit sends it, with its header of authorization. */
export async function signWebhook(event: object): Promise<{ body: string; authorization: string }> {
  const body = JSON.stringify(event)
  const sha256 = createHash('sha256').update(body).digest('base64')
  const jwt = new SignJWT({ sha256 }).setProtectedHeader({ alg: 'HS256' }).setIssuer(livekitKeys.apiKey)
  return { body, authorization: await jwt.setExpirationTime('1m').sign(key) }
}
