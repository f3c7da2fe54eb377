/**
 * Where a device's database stands: `turn` pushes of it have been answered, the last of which made its `incarnation`;
 * `next` is the incarnation that a push under way makes.
 */
export type Turn = { turn: number; incarnation: string; next?: string | undefined }

/** The server's record of a device, as its last decided push has left it. */
export type KnownTurn = { turn: number; incarnation: string }

/**
 *     device   (4, a) ──push, next b──▶ answer ──▶ (5, b) ──push, next c──▶ …
 *     server   (4, a) ────────▶ (5, b)                   ────────▶ (6, c)
 *
 * [TIME-1] True for another copy of the database than the one that the server heard last: a restored older one, or a
 * clone. An answer that was lost leaves the device one push behind, with the same `next`; a server that was restored,
 * or had nothing to decide, is behind the device. Neither is a copy.
 */
export function isCopy({ turn, incarnation, next }: Turn, known: KnownTurn | undefined): boolean {
  if (!known || known.turn < turn) return false
  const same = known.turn === turn && known.incarnation === incarnation
  const answerLost = known.turn === turn + 1 && known.incarnation === next
  return !same && !answerLost
}

/** The turn of the device after a push. */
export function afterPush({ turn, incarnation, next }: Turn): KnownTurn {
  return next === undefined ? { turn, incarnation } : { turn: turn + 1, incarnation: next }
}
