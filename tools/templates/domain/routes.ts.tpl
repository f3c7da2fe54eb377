import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  {{Name}} as {{Name}}Answer,
  {{Name}}List,
  {{Name}}Query,
  {{Name}}Removed,
  New{{Name}},
} from '@vesper/sync/vesper/api/{{names}}.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { listOptions } from '../../../infra/http/list.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { create{{Name}}, remove{{Name}} } from './commands.ts'
import { {{Name}} } from './entity.ts'
import { {{name}}View } from './views.ts'

const tag = '{{Title}}'

export const {{name}}Routes: Route[] = [
  route({
    method: 'POST',
    path: '/{{names}}',
    who: 'user',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag,
    summary: 'Create one',
    body: New{{Name}},
    answer: {{Name}}Answer,
    status: 201,
    handle: ({ app, actor, body }) => transact(app, actor, async (tx) => {{name}}View(create{{Name}}(tx, body))),
  }),
  route({
    method: 'GET',
    path: '/{{names}}',
    who: 'user',
    tag,
    summary: 'The own ones, by default the latest first',
    query: {{Name}}Query,
    answer: {{Name}}List,
    async handle({ app, actor, query }) {
      const em = app.orm.em.fork()
      const [rows, total] = await em.findAndCount({{Name}}, { userId: actor.userId }, listOptions(query))
      return { data: rows.map({{name}}View), total }
    },
  }),
  route({
    method: 'DELETE',
    path: '/{{names}}/{id}',
    who: 'user',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag,
    summary: 'Remove an own one',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: {{Name}}Removed,
    async handle({ app, actor, params }) {
      await transact(app, actor, (tx) => remove{{Name}}(tx, params.id))
      return { success: true as const }
    },
  }),
]
