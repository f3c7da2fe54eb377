import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import type { StepUpProof } from '../../../infra/sessions/entity.ts'
import { User } from '../accounts/entity.ts'
import { factorsOf } from './queries.ts'

/**
 * The ways in which a session can step up. A password suffices only where there is no second factor; an account with
 * neither logs in anew.
 */
export function stepUpWays(app: App, { userId }: Pick<Actor, 'userId'>): Promise<Ways> {
  return waysOf(app.orm.em.fork(), userId)
}

type Ways = { ways: StepUpProof[]; hasFactor: boolean }

export async function waysOf(em: SqlEntityManager, userId: string): Promise<Ways> {
  const { hasTotp, passkeys, codesLeft } = await factorsOf(em, userId)
  const hasFactor = hasTotp || passkeys > 0
  if (!hasFactor) {
    const { hasPassword } = await em.findOneOrFail(User, { id: userId })
    return { ways: [hasPassword ? 'password' : 'login'], hasFactor }
  }
  const ways: StepUpProof[] = []
  if (passkeys > 0) ways.push('passkey')
  if (hasTotp) ways.push('code')
  if (codesLeft > 0) ways.push('recoveryCode')
  return { ways, hasFactor }
}
