import { DeskGrant } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { grantAlone } from './grant-approval.ts'

export const deskTokenRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/desk/tokens',
    who: 'staff',
    needs: 'tokens.grant',
    fresh: 300,
    tag: 'Desk',
    summary: 'Give tokens to an account; many need a second person',
    body: DeskGrant,
    answer: Done,
    async handle({ app, actor, body: { _id, username, tokens, reason } }) {
      await transact(app, actor, (tx) => grantAlone(tx, { username, tokens, key: _id, text: reason }))
      return { success: true as const }
    },
  }),
]
