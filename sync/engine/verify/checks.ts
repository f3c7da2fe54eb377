import type { Applied } from '../local/apply-outcomes-only.ts'
import type { Replica } from '../local/replica.ts'
import type { SpaceChecksum } from '../protocol/space-checksum.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import type { StoreTx } from '../store.ts'
import { checksumSpaces } from './checksum-spaces.ts'
import type { SpaceRange } from './checksum-spaces.ts'

/** A device that is idle compares one space with the server's so often, in milliseconds. */
const PACE_MS = 30 * 60_000

/**
 * The result of a comparison: `same`; `repaired`, because it differed; `differing`, again right after a repair;
 * `moved`, so that it says nothing.
 */
export type Verdict = 'same' | 'repaired' | 'differing' | 'moved'

/** How a space stood when it was last compared. */
export type Check = {
  version: number
  sum: number
  verdict: Verdict
  /** ISO 8601, the device's clock. */
  at: string
  /** How often it was fetched anew because it differed. */
  repairs: number
  /** Which comparison of the device it was: the space that has waited longest is next. */
  turn: number
  /** The place up to which a space compared in parts has been compared. */
  upTo: string | null
  /** True when every part has been the same since the first of them. */
  isSound: boolean
}

type Checks = { at: string; turn: number; spaces: Record<string, Check> }

export async function readChecks(tx: StoreTx): Promise<Checks> {
  const record = await tx.meta.get('checks')
  return record ? (JSON.parse(record.value) as Checks) : { at: '', turn: 0, spaces: {} }
}

/** [VERIFY-4] The sum that an idle device has compared next; none while it is not yet time. */
export async function nextChecksum(replica: Replica): Promise<SpaceChecksum[] | undefined> {
  const next = await nextToCheck(replica)
  return next ? checksumSpaces(replica, [next]) : undefined
}

async function nextToCheck(replica: Replica): Promise<SpaceRange | null> {
  const { checks, spaces } = await replica.store.read('outbox', async (tx) => ({
    checks: await readChecks(tx),
    spaces: await tx.spaces.all(),
  }))
  const sinceMs = replica.now().getTime() - Date.parse(checks.at)
  if (sinceMs >= 0 && sinceMs < PACE_MS) return null
  const isInVain = (space: string, version: number) =>
    checks.spaces[space]?.verdict === 'differing' && checks.spaces[space].version === version
  const [first] = spaces
    .filter(({ space, version }) => !isInVain(space, version))
    .map(({ space }) => ({ space, turn: checks.spaces[space]?.turn ?? 0 }))
    .sort((a, b) => a.turn - b.turn)
  return first ? { space: first.space, after: checks.spaces[first.space]?.upTo ?? '' } : null
}

/**
 * Notes what an answer says of these sums. [VERIFY-5] A space that has to be repaired a second time running is told of as an
 * error, once.
 */
export async function noteChecks(
  replica: Replica,
  sums: readonly SpaceChecksum[],
  { response, applied }: { response: SyncResponse; applied: Applied },
): Promise<Map<string, Verdict>> {
  const found = await replica.store.write('relaxed', 'outbox', async (tx) => {
    const found: { space: string; verdict: Verdict; before: Verdict | undefined }[] = []
    const { turn, spaces } = await readChecks(tx)
    const held = new Set((await tx.spaces.all()).map(({ space }) => space))
    const noted = { at: replica.now().toISOString(), turn: turn + 1 }
    const made = sums.map((sum): [string, Check] => {
      const before = spaces[sum.space]
      const verdict = verdictOf(before, sum, { response, applied })
      found.push({ space: sum.space, verdict, before: before?.verdict })
      return [sum.space, { ...checkAfter(before, sum, verdict), ...noted }]
    })
    const kept = Object.fromEntries([...Object.entries(spaces), ...made].filter(([space]) => held.has(space)))
    await tx.meta.put([{ key: 'checks', value: JSON.stringify({ ...noted, spaces: kept } satisfies Checks) }])
    return found
  })
  for (const { verdict, before } of found) tell(replica, verdict, before)
  return new Map(found.map(({ space, verdict }) => [space, verdict]))
}

function verdictOf(
  before: Check | undefined,
  { space }: SpaceChecksum,
  { response: { verified }, applied: { taken } }: { response: SyncResponse; applied: Applied },
): Verdict {
  const said = verified?.[space]
  if (said !== 'other') return said ?? 'moved'
  if (!taken.some((held) => held.space === space)) return 'moved'
  return before?.verdict === 'repaired' || before?.verdict === 'differing' ? 'differing' : 'repaired'
}

/** A space in parts is the same once all of them were, one after another: until then it stays what it was. */
function checkAfter(
  before: Check | undefined,
  { version, sum, part }: SpaceChecksum,
  verdict: Verdict,
): Omit<Check, 'at' | 'turn'> {
  const repairs = before?.repairs ?? 0
  const upTo = part?.upTo ?? null
  if (verdict === 'moved') return { version, sum, repairs, verdict, isSound: false, ...before, upTo: null }
  if (verdict !== 'same') return { version, sum, repairs: repairs + 1, verdict, upTo: null, isSound: false }
  const isFirst = part === undefined || part.after === ''
  const isSound = isFirst || (before?.isSound ?? false)
  const isAll = isSound && upTo === null
  return { version, sum, repairs, verdict: isAll ? 'same' : (before?.verdict ?? 'same'), upTo, isSound }
}

function tell({ log }: Replica, verdict: Verdict, before: Verdict | undefined): void {
  if (verdict === 'repaired') log({ level: 'warn', message: 'a space had drifted from the server and began anew' })
  if (verdict === 'differing' && before !== 'differing')
    log({ level: 'error', message: 'a space differs from the server again right after it was repaired' })
}
