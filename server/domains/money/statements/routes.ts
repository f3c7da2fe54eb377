import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  Statement as Answer,
  StatementKeys,
  StatementList,
  StatementMonth,
} from '@vesper/sync/vesper/api/statements.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { Statement, StatementKey } from './entity.ts'
import { makeStatements } from './make-statements.ts'
import { statementView } from './views.ts'

const tag = 'Statements'
const limits: Limit[] = [{ points: 60, seconds: 60, by: 'account' }]

const listRoute = route({
  method: 'GET',
  path: '/performer/statements',
  who: 'performer',
  limits,
  tag,
  summary: 'The heads of the creator’s statements, the latest month first; those that are missing are made',
  answer: StatementList,
  async handle({ app, actor: { userId: performerId } }) {
    await makeStatements(app, performerId)
    const made = await app.orm.em.fork().find(Statement, { performerId }, { orderBy: { month: 'desc' } })
    return { data: made.map(({ head }) => head), total: made.length }
  },
})

const monthRoute = route({
  method: 'GET',
  path: '/performer/statements/{month}',
  who: 'performer',
  limits,
  tag,
  summary: 'The statement of one month of the creator, with its chained lines and its signature',
  params: StatementMonth,
  answer: Answer,
  async handle({ app, actor: { userId: performerId }, params: { month } }) {
    await makeStatements(app, performerId)
    const found = await app.orm.em.fork().findOne(Statement, { performerId, month }, { populate: ['lines'] })
    if (!found) throw new Refusal('not-found', 'There is no statement of this month.')
    return statementView(found)
  },
})

const keyRoute = route({
  method: 'GET',
  path: '/statements/key',
  who: 'any',
  tag,
  summary: 'The public keys that statements were signed with, the present one first',
  answer: StatementKeys,
  async handle({ app }) {
    const keys = await app.orm.em.fork().find(StatementKey, {}, { orderBy: { createdAt: 'desc', id: 'asc' } })
    return { keys: keys.map(({ id, publicKey: key, createdAt }) => ({ id, key, since: createdAt.toISOString() })) }
  },
})

export const statementRoutes: Route[] = [listRoute, monthRoute, keyRoute]
