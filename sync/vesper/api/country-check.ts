import * as v from 'valibot'

const checked = { blocked: v.boolean(), country: v.nullable(v.string()) }

/**
 * The answer of `GET /block/countries/check`. `country` is null where it is unknown, which is never blocked. The same stands
 * under `data`, where the contract has it.
 */
export const CountryCheck = v.object({ ...checked, data: v.object(checked) })
