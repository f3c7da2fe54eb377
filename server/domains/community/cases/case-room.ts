import { permissionsOf } from '@vesper/sync/vesper/api/staff.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { PageRoom } from '../../../infra/live/page-rooms.ts'
import { rolesOf } from '../../people/staff/roles.ts'

const TYPE = 'case'

/** The open pages of a case, of staff who read cases. The room says that there is news, and nothing of it. */
export const caseRoom: PageRoom = {
  type: TYPE,
  mayJoin: async ({ em }, { userId }) => permissionsOf(await rolesOf(em, userId)).includes('content.read'),
}

/** Open pages of a case look again after the commit. */
export function tellCase(tx: Tx, id: string): void {
  const page = { type: TYPE, id } as const
  tx.afterCommit(() => tx.app.live.toPage(page, 'page:changed', page))
}
