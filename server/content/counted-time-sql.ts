type Clock = {
  /** The id of the creator. */
  performer: string
  /** When the clock was set. */
  since: string
  at: string
}

/**
 * SQL: the counted time at `at`: `countedTime` of the records. All are SQL expressions; `since` and `at` stand in it
 * several times.
 * Seconds are summed up, since days of an interval are not of 24 hours everywhere.
 */
export function countedTimeSql({ performer, since, at }: Clock): string {
  return `${at} - make_interval(secs => coalesce((
    select sum(date_part('epoch', least(cp.ends_at, ${at}) - greatest(cp.starts_at, ${since})))
    from creator_pause cp
    where cp.performer_id = ${performer} and cp.starts_at < least(cp.ends_at, ${at}) and cp.ends_at > ${since}
      and ${since} < ${at}
  ), 0))`
}

/**
 * SQL: the membership `m`, an alias of its table, lasts at `at`, an expression that stands in it once. Few creators rest, so
 * that most memberships are told without a look at pauses.
 */
export function membershipLasts(m: string, at: string): string {
  const counted = countedTimeSql({ performer: `${m}.performer_id`, since: `${m}.counted_from`, at: 'moment.at' })
  return `(${m}.ended_at is null and (select ${m}.access_until > moment.at or ${m}.access_until > ${counted}
    from (select ${at} as at) moment))`
}

/** SQL: the creator rests. `at` stands in it twice. */
export function isPausedSql(performer: string, at: string): string {
  return `exists (
    select from creator_pause cp where cp.performer_id = ${performer} and cp.starts_at <= ${at} and cp.ends_at > ${at}
  )`
}
