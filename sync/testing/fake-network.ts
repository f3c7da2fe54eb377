import type { Transport, TransportAnswer } from '../engine/ports.ts'
import type { SyncRequest } from '../engine/protocol/sync-request.ts'
import type { Random } from './random.ts'
import type { Gate, Scheduler } from './scheduler.ts'

/** The fates of one request on a connection. */
export type Fate =
  | { kind: 'through' }
  /** Lost on the way there: the server never sees it. */
  | { kind: 'lost' }
  /** The server does it, and the answer is lost. */
  | { kind: 'cut-after-commit' }
  /** The server sees it twice. */
  | { kind: 'twice' }
  /** Somebody on the way answers instead. */
  | { kind: 'status'; status: number; body?: unknown }

type Line = {
  scheduler: Scheduler
  random: Random
  fate: (request: SyncRequest) => Fate
  /** The server's reaction to a request; asked when it arrives. */
  serve: (request: SyncRequest) => TransportAnswer | Promise<TransportAnswer>
}

const TIMEOUT_MS = 10_000

/** The line of one tab, with delays by chance: answers may overtake each other. */
export function fakeTransport({ scheduler, random, fate, serve }: Line, gate: Gate): Transport {
  return (request, signal, { answerMs = TIMEOUT_MS } = {}) =>
    new Promise((resolve, reject) => {
      const wire = structuredClone(request)
      const fail = () => reject(new TypeError('no line'))
      const give = (answer: TransportAnswer) => {
        const copy = structuredClone(answer)
        scheduler.after(random.between(5, 400), () => resolve(copy), gate)
      }
      signal.addEventListener('abort', fail)
      scheduler.after(answerMs, () => reject(new DOMException('No answer in time', 'TimeoutError')), gate)
      const how = fate(wire)
      if (how.kind === 'lost') return void scheduler.after(random.between(1, 2_000), fail, gate)
      if (how.kind === 'status') return give({ status: how.status, body: how.body })
      scheduler.after(random.between(5, 400), () => {
        const answer = serve(wire)
        if (how.kind === 'through') whenAnswered(answer, give)
        if (how.kind === 'twice') scheduler.after(random.between(1, 3_000), () => whenAnswered(serve(wire), give))
        if (how.kind === 'cut-after-commit') scheduler.after(random.between(1, 2_000), fail, gate)
      })
    })
}

/** At once, where the server needs no time. */
function whenAnswered(
  answer: TransportAnswer | Promise<TransportAnswer>,
  give: (answer: TransportAnswer) => void,
): void {
  if (answer instanceof Promise) void answer.then(give)
  else give(answer)
}
