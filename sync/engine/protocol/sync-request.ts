import * as v from 'valibot'
import { maxLengthList } from './max-length-list.ts'
import { SpaceChecksums } from './space-checksum.ts'

const uuid = v.pipe(v.string(), v.uuid())
const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** At most this many mutations travel in one request. */
export const MAX_BATCH = 500

/** More than any device has room for. */
const BACKLOG_MAX = 2 ** 31 - 1

/** More spaces than anybody has. */
const SPACES_MAX = 50_000

/** The number of spaces is looked at before their versions, and none is copied for that: many cost nothing more. */
const Cursor = v.pipe(
  v.custom<Record<string, number>>((value) => typeof value === 'object' && value !== null),
  v.maxEntries(SPACES_MAX, 'There are too many fields.'),
  v.record(v.string(), natural),
)

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
 * `cursor` maps each space that the device holds to the version it holds; `epoch` is the database they were counted in,
 * `run` the server's run in which it was last answered.
 */
export const SyncRequest = v.object({
  protocol: v.number(),
  /** Version of the mutations' argument schemas, see `mutations/registry.ts`. */
  schema: v.number(),
  account: uuid,
  device: uuid,
  /** How many pushes of the device's database were answered; with `incarnation`, an older or cloned copy shows by it. */
  turn: v.optional(natural, 0),
  /** Made by the last push that was answered, by `next` of which it is the value. */
  incarnation: uuid,
  /** The turn of the push under way, the same each time that it is sent again. */
  next: v.optional(uuid),
  /** Nothing else waits on the device: what the server has decided of it, and is not named here, has been heard. */
  all: v.optional(v.literal(true)),
  /** [PULL-9] The cursor says what the device will hold once it has written the answer before: nothing has arrived by it yet. */
  ahead: v.optional(v.literal(true)),
  /** [BACKLOG-1] How many more wait on the device than are in here, for its author to be told elsewhere. */
  left: v.optional(v.pipe(natural, v.maxValue(BACKLOG_MAX))),
  epoch: v.nullable(uuid),
  run: v.optional(natural, 0),
  cursor: Cursor,
  /** [CURSOR-5] In place of a `cursor`, which is empty then. */
  compact: v.optional(
    v.object({
      names: natural,
      versions: maxLengthList(natural, SPACES_MAX),
      /** [CURSOR-6] In place of the versions, which are empty then. */
      sums: v.optional(maxLengthList(natural, SPACES_MAX)),
    }),
  ),
  mutations: maxLengthList(WireMutation, MAX_BATCH),
  /** [VERIFY-1] Spaces to be compared with what the server has. */
  sums: v.optional(SpaceChecksums),
})

export type WireMutation = v.InferOutput<typeof WireMutation>
export type SyncRequest = v.InferOutput<typeof SyncRequest>
