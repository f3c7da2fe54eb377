import { Budget, BudgetBody } from '@vesper/sync/vesper/api/budget.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { budgetOf, emptyBudget } from './budget-of.ts'
import { setBudget } from './set-budget.ts'

const tag = 'Wallet'

const readRoute = route({
  method: 'GET',
  path: '/user/budget',
  who: 'user',
  tag,
  summary: 'The limits of the account, and what was spent in the present day and month',
  answer: Budget,
  handle: ({ app, actor }) =>
    transact(app, actor, async (tx) => (await budgetOf(tx, actor.userId)) ?? emptyBudget(tx.now)),
})

const setRoute = route({
  method: 'PUT',
  path: '/user/budget',
  who: 'user',
  limits: [{ points: 20, seconds: 60, by: 'account' }],
  tag,
  summary: 'Set the limits of the account: a lower one holds at once, a higher one after 24 hours',
  body: BudgetBody,
  answer: Budget,
  handle: ({ app, actor, body }) => transact(app, actor, (tx) => setBudget(tx, body)),
})

export const budgetRoutes: Route[] = [readRoute, setRoute]
