import type { Replica } from '../local/replica.ts'
import type { Transport } from '../ports.ts'
import { sendSingleRequest } from '../single-request.ts'
import { noteChecks } from './checks.ts'
import type { Verdict } from './checks.ts'
import { checksumSpaces } from './checksum-spaces.ts'
import type { SpaceRange } from './checksum-spaces.ts'

/** The result for each space; `not-reached`: no answer came, or none that names it. */
export type Verified = Record<string, Verdict | 'not-reached'>

export type Progress = { done: number; of: number }

type Edges = { replica: Replica; transport: Transport }
type Compared = { verdicts: ReadonlyMap<string, Verdict>; left: SpaceRange[] }

/**
 * [VERIFY-3] Compares all that the device holds with the server, from whichever tab, and repairs what differs; outbox,
 * drafts and what is pending stay. A space that was repaired, or has moved on, is compared once more. Without a line,
 * or when it breaks off, what is left is `not-reached`.
 */
export async function verify(
  { inside: edges }: { inside: Edges },
  onProgress: (progress: Progress) => void = () => {},
): Promise<Verified> {
  const { store } = edges.replica
  const spaces = (await store.read('outbox', (tx) => tx.spaces.all())).map(({ space }) => space)
  const found: Verified = Object.fromEntries(spaces.map((space) => [space, 'not-reached']))
  const isReached = await compareAll(edges, spaces, (space, verdict, done) => {
    if (found[space] !== 'repaired' && found[space] !== 'differing') found[space] = verdict
    onProgress({ done, of: spaces.length })
  })
  const again = spaces.filter((space) => found[space] === 'repaired' || found[space] === 'moved')
  if (!isReached) return found
  await compareAll(edges, again, (space, verdict) => {
    if (found[space] === 'moved' || verdict === 'differing') found[space] = verdict
  })
  return found
}

/** Answers whether the server was reached to the end. */
async function compareAll(
  edges: Edges,
  spaces: readonly string[],
  tell: (space: string, verdict: Verdict, done: number) => void,
): Promise<boolean> {
  let left: SpaceRange[] = spaces.map((space) => ({ space, after: '' }))
  while (left.length > 0) {
    const compared = await compareSome(edges, left)
    if (!compared) return false
    left = compared.left
    const done = spaces.length - new Set(left.map(({ space }) => space)).size
    for (const [space, verdict] of compared.verdicts) tell(space, verdict, done)
  }
  return true
}

/** As many as one request may carry; null when the server did not compare. */
async function compareSome(edges: Edges, stretches: readonly SpaceRange[]): Promise<Compared | null> {
  const sums = await checksumSpaces(edges.replica, stretches)
  if (sums.length === 0) return { verdicts: new Map(), left: [] }
  const answer = await sendSingleRequest(edges, { sums })
  if (!answer?.response.verified) return null
  const { response, takeIn } = answer
  const verdicts = await noteChecks(edges.replica, sums, { response, applied: await takeIn() })
  const parts = sums.flatMap(({ space, part }) => (part?.upTo ? { space, after: part.upTo } : []))
  const last = sums.at(-1)?.space
  const following = stretches.slice(stretches.findIndex(({ space }) => space === last) + 1)
  // A space that began again has no part left.
  return { verdicts, left: [...parts.filter(({ space }) => verdicts.get(space) === 'same'), ...following] }
}
