import type { User } from '../../../people/accounts/entity.ts'

/** A subscription in the words of the pay page. */
export function orderTitleOf({ name }: Pick<User, 'name'>): string {
  return `Subscription to ${name}`.slice(0, 200)
}
