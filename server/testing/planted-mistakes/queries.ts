import type { PlantedMistake } from './planted-mistake.ts'

/** Conditions in the text of SQL. Stryker can only empty the whole text. */
export const queries: PlantedMistake[] = [
  {
    name: 'a discount that is paid late is for a first term alone',
    file: 'purchase/order-kind.ts',
    find: 'return isStillFirst(tx, { id: order.id, userId: order.userId, performerId })',
    replace: 'return performerId !== ""',
    tests: ['second-discount.pg.test.ts'],
  },
  {
    name: 'a fan whom a creator blocks sees nothing of the creator',
    file: 'blocks.ts',
    find: '(not ${blocksAccount(performer, user)} and not exists (',
    replace: '(${user} is not null and not exists (',
    tests: ['effects.pg.test.ts'],
  },
  {
    name: 'a country that a creator blocks sees nothing of the creator',
    find: 'seer.country_seen = any(closed.blocked_countries)',
    replace: 'false',
    tests: ['effects.pg.test.ts'],
  },
  {
    name: 'a block closes a conversation in both directions',
    find: ' or ${blocksAccount(other, one)}',
    tests: ['blocks.pg.test.ts'],
  },
  {
    name: 'comments of a blocked account are hidden',
    file: 'comments/**/queries.ts',
    find: ' and not ${blocksAccount(`${comment}.performer_id`, `${comment}.author_id`)}',
    tests: ['comments/**/synced.pg.test.ts', 'effects.pg.test.ts'],
  },
  {
    name: 'comments of accounts that others cannot reach are hidden',
    file: 'comments/**/queries.ts',
    find: '${openToOthers(author)} and ',
    tests: ['comments.pg.test.ts'],
  },
  {
    name: 'neither side of a block hears of the other',
    find: "and ${notBlockedFor('u.id', 'me.id')} and ${notBlockedFor('me.id', 'u.id')}",
    tests: ['notifications.pg.test.ts'],
  },
  {
    name: 'an account hears of open accounts only',
    file: 'deliver.ts',
    find: `and u.status = 'active'`,
    tests: ['notifications.pg.test.ts'],
  },
  {
    name: 'a right that was revoked opens nothing',
    file: 'viewers.ts',
    find: ' and e.revoked_at is null',
    tests: ['downloads.pg.test.ts'],
  },
  {
    name: 'access by a membership ends with its time',
    file: 'viewers.ts',
    find: "and ${membershipLasts('m', '?::timestamptz')}",
    replace: 'and ?::timestamptz is not null',
    tests: ['renew.pg.test.ts'],
  },
  {
    name: 'a renewal waits for the end of a pause',
    file: 'renew.ts',
    find: '(isPaused && subscription.autoRenew) || ',
    replace: '',
    tests: ['subscriptions/pauses.pg.test.ts'],
  },
  {
    name: 'a renewal by card that was ordered before a pause waits for its end',
    file: 'renew-by-card.ts',
    find: "order.status === 'created' && (await rests(app, cardTermsOf(order).performerId))",
    replace: 'false',
    tests: ['subscriptions/pauses.pg.test.ts'],
  },
  {
    name: 'the SQL of the clock counts pauses',
    file: 'counted-time-sql.ts',
    find: 'sum(date_part(',
    replace: '0 * sum(date_part(',
    tests: ['people/pauses/pauses.pg.test.ts'],
  },
  {
    name: 'pauses that come at once do not overlap',
    file: 'pauses/commands.ts',
    find: "  await lock(tx, 'pauses', performerId)\n  const known",
    replace: '  const known',
    tests: ['people/pauses/pauses.pg.test.ts'],
  },
  {
    name: 'a file that was not agreed to opens after 14 days, not before',
    find: `interval '14 days'`,
    replace: `interval '13 days'`,
    tests: ['downloads.pg.test.ts'],
  },
  {
    name: 'a line that was given back gives no file',
    file: 'require-unsold.ts',
    find: ' and l.refunded_quantity < l.quantity',
    tests: ['sold-files.pg.test.ts'],
  },
]
