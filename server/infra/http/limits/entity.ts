import { defineEntity, p } from '@mikro-orm/core'

/** Counters of `SharedLimit`. `rate-limiter-flexible` decides the columns. `expire`: milliseconds since 1970. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: p.string().primary(),
    points: p.integer().default(0),
    expire: p.bigint('number').nullable(),
  },
})
