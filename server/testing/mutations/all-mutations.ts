import { comments } from './comments.ts'
import { community } from './community.ts'
import { downloads } from './downloads.ts'
import { money } from './money.ts'
import type { Mutation } from './mutation.ts'
import { orderRefunds } from './order-refunds.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { refunds } from './refunds.ts'
import { shop } from './shop.ts'
import { subscriptions } from './subscriptions.ts'
import { tables } from './tables.ts'

/** Every protection whose loss a test has to notice, by its subject. */
export const allMutations: readonly Mutation[] = [
  ...[...money, ...refunds, ...payments, ...payouts, ...subscriptions],
  ...[...shop, ...orderRefunds, ...downloads],
  ...[...community, ...comments],
  ...tables,
]
