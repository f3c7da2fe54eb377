import type { TransportAnswer } from '../engine/ports.ts'
import type { SyncRequest } from '../engine/protocol/sync-request.ts'
import { Device } from './device.ts'
import type { DeviceOptions, Tab } from './device.ts'
import { ModelServer } from './model-server.ts'
import { countedIds } from './random.ts'
import { Scheduler, settle } from './scheduler.ts'

export const ME = '00000000-0000-7000-8aaa-000000000001'
export const OTHER = '00000000-0000-7000-8aaa-000000000002'

type Serve = (request: SyncRequest) => TransportAnswer
/** `answer` takes the server's place, and may call it, and tell of parts that have come in. */
type Line = {
  up: boolean
  /** How fast requests go up; null for at once. A request that is not uploaded in time does not reach the server. */
  bytesPerSecond: number | null
  answer:
    | ((request: SyncRequest, serve: Serve, onPart: () => void) => TransportAnswer | Promise<TransportAnswer>)
    | null
}

/** A device of ME, a server with the lists a, b and c, and a line between them that tests can bend. */
export function createHarness(
  options: {
    online?: boolean
    onServe?: (request: SyncRequest) => void
    /** So many spaces an answer brings at most. */
    pageSpaces?: number
  } & Partial<DeviceOptions> = {},
) {
  const scheduler = new Scheduler()
  const { pageSpaces } = options
  const server = new ModelServer(pageSpaces === undefined ? {} : { pageSpaces })
  for (const list of ['a', 'b', 'c']) server.createList(list, [ME, OTHER])
  const requests: SyncRequest[] = []
  const line: Line = { up: options.online ?? true, bytesPerSecond: null, answer: null }
  const serve: Serve = (request) => {
    options.onServe?.(request)
    return server.handle(ME, request)
  }
  const deviceOptions: DeviceOptions = {
    ...options,
    scheduler,
    account: ME,
    number: 1,
    transport:
      () =>
      async (request, signal, { answerMs = Number.POSITIVE_INFINITY, onPart = () => {} } = {}) => {
        requests.push(structuredClone(request))
        const uploadMs = line.bytesPerSecond ? (JSON.stringify(request).length / line.bytesPerSecond) * 1_000 : 10
        await new Promise<void>((done) => scheduler.after(Math.min(uploadMs, answerMs), done))
        if (uploadMs > answerMs) throw new DOMException('No answer in time', 'TimeoutError')
        if (!line.up) throw new TypeError('no line')
        const givenUp = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
        })
        const answer = (line.answer ?? serve)(structuredClone(request), serve, onPart)
        const given = await Promise.race([answer, givenUp])
        onPart()
        return structuredClone(given)
      },
  }
  return { scheduler, server, device: new Device(deviceOptions), options: deviceOptions, requests, line }
}

export const newId = countedIds(0xccc)

/** Queues an item; resolves once nothing more happens without time passing. */
export async function add(tab: Tab, text: string, listId = 'a') {
  const acknowledged = await tab.client.mutate('item.add', { _id: newId(), listId, text })
  await settle()
  return acknowledged
}
