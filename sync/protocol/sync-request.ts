import * as v from 'valibot'

const uuid = v.pipe(v.string(), v.uuid())

/** At most this many mutations travel in one request. */
export const MAX_BATCH = 100

/** One queued mutation as it travels: `args` is validated by the schema of the mutation `name`. */
export const WireMutation = v.object({
  id: uuid,
  lane: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.pipe(v.string(), v.maxLength(60)),
  args: v.unknown(),
  /** The author took it back: applied earlier, it stays applied; else it is rejected for good as `cancelled`. */
  cancelled: v.optional(v.literal(true)),
})

/**
 * `POST /api/sync`: the device's queued mutations, in order within each lane, and what the device has.
 *
 * `account` owns the mutations; the server refuses the request when the token is another account's.
 * `cursor` maps each space that the device holds to the version it holds; `epoch` is the database they were counted in.
 */
export const SyncRequest = v.object({
  protocol: v.number(),
  /** Version of the mutations' argument schemas, see `mutations/registry.ts`. */
  schema: v.number(),
  account: uuid,
  device: uuid,
  /** Made with the device's database; a restored or cloned database shows by it. */
  incarnation: uuid,
  epoch: v.nullable(uuid),
  cursor: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
  mutations: v.pipe(v.array(WireMutation), v.maxLength(MAX_BATCH)),
})

export type WireMutation = v.InferOutput<typeof WireMutation>
export type SyncRequest = v.InferOutput<typeof SyncRequest>
