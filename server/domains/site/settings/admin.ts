import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { KeyUse } from '../../../infra/crypto/entity.ts'
import type { KeyPurpose } from '../../../infra/crypto/entity.ts'
import { KEY_VARIABLES } from '../../../infra/crypto/require-same-keys.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'

export const admin: AdminCommands = {
  keys: {
    summary: 'lists the keys in use; forget <session|details|vapid> lets servers start with another one',
    async run({ app, args: [verb, purpose = ''], print }) {
      if (verb === 'forget') {
        if (!isPurpose(purpose)) throw new Refusal('invalid', 'Name one of session, details and vapid.')
        const forgotten = await transact(app, null, (tx) => forgetKeys(tx, purpose))
        print(`${forgotten} forgotten. The next server that starts decides on ${KEY_VARIABLES[purpose]}.`)
        return
      }
      const uses = await app.orm.em.fork().find(KeyUse, {}, { orderBy: { purpose: 'asc', since: 'asc' } })
      for (const { purpose: of, keyId, since } of uses)
        print(`${KEY_VARIABLES[of]}  ${keyId}  since ${since.toISOString()}`)
    },
  },
}

/** Forgets the keys of a purpose; answers how many there were. */
async function forgetKeys(tx: Tx, purpose: KeyPurpose): Promise<number> {
  const uses = await tx.em.find(KeyUse, { purpose }, { orderBy: { since: 'asc', keyId: 'asc' } })
  for (const use of uses) tx.em.remove(use)
  audit(tx, { action: 'keys.forget', subjectId: purpose, before: { keyIds: uses.map(({ keyId }) => keyId) } })
  return uses.length
}

function isPurpose(text: string): text is KeyPurpose {
  return Object.hasOwn(KEY_VARIABLES, text)
}
