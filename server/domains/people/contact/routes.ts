import { Contact } from '@vesper/sync/vesper/api/contact.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { requirePerson } from '../../site/captcha/require-person.ts'
import { takeMessage } from './commands.ts'

export const contactRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/contact',
    who: 'any',
    staysOpen: true,
    limits: [{ points: 30, seconds: 3_600, by: 'ip' }],
    tag: 'Settings',
    summary: 'Write to the people who run the site',
    body: Contact,
    answer: Done,
    async handle({ app, actor, body, ip }) {
      await requirePerson(app, { token: body.captchaToken, ip })
      await transact(app, actor, (tx) => takeMessage(tx, body, ip))
      return { success: true as const }
    },
  }),
]
