/**
 * `live`: a creator whom the account follows broadcasts. `tip`, `sale`, `subscription` and `payout`: money comes to a creator,
 * or does not; `subscription` also tells subscribers of renewals that failed.
 */
export const NOTICE_KINDS = [
  'follow',
  'like',
  'comment',
  'reply',
  'mention',
  'review',
  'order',
  'live',
  'tip',
  'sale',
  'subscription',
  'payout',
  'system',
] as const

/** An account may want none of these; news about the account itself always come. */
export const MUTABLE_KINDS = NOTICE_KINDS.filter((kind) => kind !== 'review' && kind !== 'system')

export type NoticeKind = (typeof NOTICE_KINDS)[number]
