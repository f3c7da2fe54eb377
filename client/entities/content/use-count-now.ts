import { createEvent, createStore } from 'effector'
import { useStoreMap } from 'effector-react'

/** The viewer's own part of a count that dates from the last read: as the server counted it, and as it is now. */
type OwnPart = { counted: number; before: number; now: number }

/** `of` names the count, such as the comments of one post; `counted` is the server's number. */
export const ownPartSeen = createEvent<OwnPart & { of: string }>()

const $ownParts = createStore<ReadonlyMap<string, OwnPart>>(new Map())

$ownParts.on(ownPartSeen, (parts, { of, counted, before, now }) => {
  const known = parts.get(of)
  return new Map(parts).set(of, { counted, before: known ? countedIn(counted, known, before) : before, now })
})

/** The own part that is in the server's number: it may have come before the device heard that its change has arrived. */
function countedIn(counted: number, known: OwnPart, before: number): number {
  if (counted === known.counted) return known.before
  return counted === known.counted + known.now - known.before ? known.now : before
}

/** A count of the server with the viewer's own changes since: it moves at once, and is right again after the next read. */
export function useCountNow(of: string, counted: number): number {
  const part = useStoreMap({ store: $ownParts, keys: [of], fn: (parts, [key]) => parts.get(key) ?? null })
  return part?.counted === counted ? Math.max(0, counted + part.now - part.before) : counted
}
