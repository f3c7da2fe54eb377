import type { Offer } from './entity.ts'

/** Tells if an offer still runs. `uses` are those that count. */
export function stateOf(
  { isActive, endsAt, usesMax }: Pick<Offer, 'isActive' | 'endsAt' | 'usesMax'>,
  uses: number,
  now: Date,
): 'active' | 'used-up' | 'ended' {
  if (!isActive || (endsAt != null && endsAt <= now)) return 'ended'
  return usesMax != null && uses >= usesMax ? 'used-up' : 'active'
}

/** The past of an account with a creator. */
export type Past = { hasSubscribed: boolean; isSubscribed: boolean; hadTrial: boolean; isMember: boolean }

/** Tells if an account is in the audience of an offer. Membership of a list is asked for elsewhere. */
export function isInAudience(audience: Offer['audience'], past: Past, isOnList: boolean): boolean {
  if (audience === 'new') return !past.hasSubscribed
  if (audience === 'expired') return (past.hasSubscribed || past.hadTrial) && !past.isSubscribed && !past.isMember
  return audience === 'all' || isOnList
}

/** Tells if the past lets an account use an offer: a trial once of a creator, a discount for a first term. */
export function isStillOpen(kind: Offer['kind'], past: Past): boolean {
  return kind === 'trial' ? !past.hadTrial : !past.isSubscribed
}
