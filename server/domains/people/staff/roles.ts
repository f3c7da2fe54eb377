import type { EntityManager, SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Permission, StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { permissionsOf } from '@vesper/sync/vesper/api/staff.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { StaffRole } from './entity.ts'

/** The parts that an account has now. */
export async function rolesOf(em: SqlEntityManager, userId: string): Promise<StaffRoleName[]> {
  const held = await em.execute<{ role: StaffRoleName }[]>(
    'select role from staff_role where user_id = ? and revoked_at is null order by granted_at, id',
    [userId],
  )
  return held.map(({ role }) => role)
}

/** The accounts whose parts give a permission, those that can log in alone. */
export async function holdersOf(em: SqlEntityManager, permission: Permission): Promise<string[]> {
  const held = await em.execute<{ userId: string; roles: StaffRoleName[] }[]>(
    `select r.user_id as "userId", array_agg(r.role) as roles from staff_role r join "user" u on u.id = r.user_id
     where r.revoked_at is null and u.status = 'active' group by r.user_id order by r.user_id`,
  )
  return held.filter(({ roles }) => permissionsOf(roles).includes(permission)).map(({ userId }) => userId)
}

/** Gives an account a part, audited; one that it has already changes nothing. */
export async function grantRole(tx: Tx, given: { userId: string; role: StaffRoleName; text?: string }): Promise<void> {
  const { userId, role, ...words } = given
  await lock(tx, 'staff', 'roles')
  if (await heldRole(tx.em, userId, role)) return
  tx.em.create(StaffRole, { userId, role, grantedBy: tx.actor?.userId ?? null, grantedAt: tx.now })
  audit(tx, { action: 'staff.grant', subjectId: userId, after: { role }, ...words })
  await noteStanding(tx, userId)
}

/**
 * Takes a part away, audited; one that the account has not changes nothing. Refuses as `conflict` to take away the last
 * admin: nobody could make another one in the desk.
 */
export async function revokeRole(tx: Tx, given: { userId: string; role: StaffRoleName; text?: string }): Promise<void> {
  const { userId, role, ...words } = given
  await lock(tx, 'staff', 'roles')
  const held = await heldRole(tx.em, userId, role)
  if (!held) return
  // An account that cannot log in makes nobody staff.
  const admins = await holdersOf(tx.em, 'staff.manage')
  if (role === 'admin' && admins.length === 1 && admins.includes(userId))
    throw new Refusal('conflict', 'This is the last admin. Make another one first.')
  held.revokedAt = tx.now
  audit(tx, { action: 'staff.revoke', subjectId: userId, before: { role }, ...words })
  await noteStanding(tx, userId)
}

/** Devices of the account learn if there is a desk for it. */
async function noteStanding(tx: Tx, userId: string): Promise<void> {
  await tx.flush()
  const user = await tx.em.findOneOrFail(User, { id: userId })
  user.isStaff = (await tx.em.count(StaffRole, { userId, revokedAt: null })) > 0
  await tx.flush()
}

function heldRole(em: EntityManager, userId: string, role: StaffRoleName): Promise<StaffRole | null> {
  return em.findOne(StaffRole, { userId, role, revokedAt: null })
}
