import * as v from 'valibot'
import { Block, BLOCK_REASON_MAX } from '../records/block.ts'
import { listOf, listQuery, shown, storable, uuid } from './fields.ts'

export const BlockReason = v.pipe(
  v.string(),
  shown,
  v.trim(),
  v.maxLength(BLOCK_REASON_MAX, 'A reason has at most 200 characters.'),
  storable,
)

/** `POST /block/users`. */
export const NewBlock = v.object({ userId: v.pipe(uuid, v.toLowerCase()), reason: v.optional(BlockReason, '') })

/** A block does not change: `updatedAt`, which every list takes, is when it was made. */
export const BlockQuery = listQuery(['updatedAt', 'createdAt', 'name'])
export const BlockList = listOf(Block)

const COUNTRIES = 'Choose countries of the list.'
const countryCode = v.pipe(v.string(COUNTRIES), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, COUNTRIES))

/** `POST /block/countries`: all countries that a creator blocks from now on, ISO 3166-1 alpha-2. */
export const BlockedCountries = v.object({
  countryCodes: v.pipe(
    v.array(countryCode, COUNTRIES),
    v.maxLength(250, COUNTRIES),
    v.transform((codes) => [...new Set(codes)].sort()),
  ),
})

/** `GET /block/countries/check`: without `performerId`, the site as a whole. */
export const CountryCheckQuery = v.object({ performerId: v.optional(v.pipe(uuid, v.toLowerCase())) })
