import * as v from 'valibot'
import { SpacePatch } from './sync-response.ts'

/** The changes in a space after `since`: they fit a device that holds `since` or something newer. Never a reset. */
const PokedSpace = v.object({ ...SpacePatch.entries, since: v.number(), reset: v.literal(false) })

/**
 * Names spaces that moved, with their new versions. Where little changed, `patch` brings it, as `account` may see it, with
 * versions of `epoch`, counted in `run`. Losing one is harmless: the next pull brings the same.
 */
export const Poke = v.object({
  spaces: v.record(v.string(), v.number()),
  patch: v.optional(
    v.object({
      account: v.pipe(v.string(), v.uuid()),
      epoch: v.pipe(v.string(), v.uuid()),
      run: v.number(),
      spaces: v.array(PokedSpace),
    }),
  ),
})

export type Poke = v.InferOutput<typeof Poke>
export type PokePatch = NonNullable<Poke['patch']>
