import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { faultOf } from '../core/fault.ts'
import type { SyncRequest } from '../protocol/sync-request.ts'
import { httpTransport } from './http-transport.ts'

const request = {} as SyncRequest
const { signal } = new AbortController()

/** A transport to a server that answers by `answer`. */
async function transportTo(answer: (response: ServerResponse) => void | Promise<void>, pauseMs = 200) {
  const server = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return httpTransport({ url: `http://127.0.0.1:${port}/api/sync`, token: () => 'token', pauseMs })
}

test('[PACE-1] an answer that does not begin in time is late', async () => {
  const transport = await transportTo(() => {})
  await expect(transport(request, signal, { answerMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('[PACE-1] an answer that has begun may take as long as it moves', async () => {
  const transport = await transportTo(async (response) => {
    response.writeHead(200).write('{"slow":')
    for (let part = 0; part < 6; part += 1) {
      await delay(250)
      response.write(' ')
    }
    response.end('true}')
  }, 1_000)
  expect(await transport(request, signal, { answerMs: 1_000 })).toMatchObject({ status: 200, body: { slow: true } })
})

test('[PACE-1] an answer that breaks off is late as well', async () => {
  const transport = await transportTo((response) => void response.writeHead(200).write('{"slow":'), 50)
  await expect(transport(request, signal, { answerMs: 1_000 })).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('[FAULT-1] an answer that is no JSON has no body, and says when to retry', async () => {
  const transport = await transportTo((response) => void response.writeHead(503, { 'retry-after': '7' }).end('<html>'))
  expect(await transport(request, signal)).toEqual({ status: 503, body: undefined, retryAfterMs: 7_000 })
})

test('[AUTH-1] without a token nothing is sent, and the account has to sign in', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const transport = httpTransport({ url: '/api/sync', token: () => null, fetch })
  expect(faultOf(await transport(request, signal))).toBe('unauthenticated')
  expect(fetch).not.toHaveBeenCalled()
})
