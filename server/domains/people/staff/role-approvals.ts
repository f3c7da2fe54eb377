import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { staffRoles } from '@vesper/sync/vesper/api/staff.ts'
import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import * as v from 'valibot'
import { approvalKind } from '../../../infra/approval-kind.ts'
import type { Facts } from '../../../infra/approval-kind.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { grantRole, revokeRole, rolesOf } from './roles.ts'

const payload = v.object({ userId: uuid, role: v.picklist(staffRoles) })

const subjectOf = ({ userId }: v.InferOutput<typeof payload>): string => userId

const grantStaff = approvalKind({
  ...{ kind: 'staff.grant', needs: 'staff.manage', payload, subjectOf },
  facts: factsOf,
  execute: (tx, given, text) => grantRole(tx, { ...given, text }),
})

const revokeStaff = approvalKind({
  ...{ kind: 'staff.revoke', needs: 'staff.manage', payload, subjectOf },
  facts: factsOf,
  execute: (tx, given, text) => revokeRole(tx, { ...given, text }),
})

/** To give an account a part and to take one away. */
export const roleApprovals = [grantStaff, revokeStaff]

async function factsOf(tx: Tx, { userId, role }: { userId: string; role: StaffRoleName }): Promise<Facts> {
  const user = await tx.em.findOne(User, { id: userId, status: 'active' })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  const held = await rolesOf(tx.em, userId)
  return { account: user.username ?? user.name, role, now: held.join(', ') }
}
