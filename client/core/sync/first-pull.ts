import { httpTransport } from '@vesper/sync/engine/browser/http-transport.ts'
import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { Transport, TransportAnswer } from '@vesper/sync/engine/ports.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import { PROTOCOL_VERSION } from '@vesper/sync/engine/protocol/version.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import { demandEngine } from './engine-demand.ts'

/** So long (milliseconds) an answer waits for the engine. */
const WAITS_MS = 60_000

type FirstPull = {
  account: string
  token: string
  answer: Promise<TransportAnswer | null>
  /** The taker of the answer hears of its parts, and may give it up. */
  onPart?: (() => void) | undefined
  stop: () => void
}

let pull: FirstPull | null = null
/** The accounts of which this device had nothing when the page was opened. */
const newHere = new Set<string>()
const listeners = new Set<() => void>()

/**
 * Asks for all that an account has, as the engine's first request would, where this device has no database of it. The engine is
 * loaded meanwhile, and takes the answer. A pull without mutations writes nothing on the server, so that one that is sent
 * twice, or in vain, changes nothing. Does nothing where a pull of the account is under way.
 */
export async function beginFirstPull(account: string, token: string): Promise<void> {
  const isUnderWay = () => pull?.account === account && pull.token === token
  if (isUnderWay()) return
  const isNew = !(await hasDatabase(account))
  const [device, incarnation] = [newId(), newId()]
  // Two may have looked at the same time.
  if (isUnderWay()) return
  if (!isNew || !device || !incarnation) {
    // A device shows its rows before any answer comes.
    demandEngine()
    return tell(account, false)
  }
  const request = { ...firstRequest(account), device, incarnation }
  const send = httpTransport({ url: '/api/sync', token: () => token, fetch: behindOthers })
  // The engine asks again, and tells why there is no answer.
  const stopping = new AbortController()
  const answer = send(request, stopping.signal, { onPart: () => begun.onPart?.() }).catch(() => null)
  const begun: FirstPull = { account, token, answer, stop: () => stopping.abort() }
  pull = begun
  setTimeout(() => pull === begun && (pull = null), WAITS_MS)
  tell(account, true)
}

/** True where this device had nothing of the account when its first pull began. `useSyncExternalStore` reads it. */
export function isNewHere(account: string): boolean {
  return newHere.has(account)
}

export function subscribeToFirstPull(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A transport that answers the engine's first request with what was asked for before the engine was loaded. */
export function withFirstPull(transport: Transport, token: () => string | null | Promise<string | null>): Transport {
  return async (request, signal, options) => {
    const early = await takeFirstPull(request, await token(), { signal, onPart: options?.onPart })
    signal.throwIfAborted()
    return early ?? transport(request, signal, options)
  }
}

/**
 * The answer for `request`, once; null without one. A device that no server has heard of and that holds nothing gets the same
 * answer under each name, so the names are not compared.
 */
async function takeFirstPull(
  request: SyncRequest,
  token: string | null,
  { signal, onPart }: { signal: AbortSignal; onPart: FirstPull['onPart'] },
): Promise<TransportAnswer | null> {
  const taken = pull
  if (taken?.account !== request.account) return null
  pull = null
  const { device: _, incarnation: __, ...asked } = request
  if (taken.token !== token || !equal(asked, firstRequest(taken.account))) return null
  taken.onPart = onPart
  if (signal.aborted) taken.stop()
  signal.addEventListener('abort', taken.stop, { once: true })
  const answer = await taken.answer
  return answer?.status === 200 ? answer : null
}

function tell(account: string, isNew: boolean): void {
  if (isNew) newHere.add(account)
  else newHere.delete(account)
  for (const listener of listeners) listener()
}

/** The first screen needs the line for its files. */
const behindOthers: typeof fetch = (url, init) => fetch(url, { ...init, priority: 'low' })

/** The request of a device that has nothing, without its names. */
function firstRequest(account: string): Omit<SyncRequest, 'device' | 'incarnation'> {
  const versions = { protocol: PROTOCOL_VERSION, schema: SCHEMA_VERSION }
  return { ...versions, account, turn: 0, epoch: null, run: 0, cursor: {}, mutations: [] }
}

/** True as well where the browser does not tell: then nothing is asked for in advance. */
async function hasDatabase(account: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === `vesper-${account}`)
  } catch {
    return true
  }
}

/** Undefined outside of secure contexts. */
function newId(): string | undefined {
  return (crypto as Partial<Crypto>).randomUUID?.()
}
