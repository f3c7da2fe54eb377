import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import { KeyUse } from '../../../infra/crypto/entity.ts'
import type { KeyPurpose } from '../../../infra/crypto/entity.ts'
import { VARIABLES } from '../../../infra/crypto/require-same-keys.ts'

export const admin: AdminCommands = {
  keys: {
    summary: 'lists the keys in use; forget <session|details|vapid> lets servers start with another one',
    async run({ app, args: [verb, purpose = ''], print }) {
      const em = app.orm.em.fork()
      if (verb === 'forget') {
        if (!isPurpose(purpose)) throw new Refusal('invalid', 'Name one of session, details and vapid.')
        const forgotten = await em.nativeDelete(KeyUse, { purpose })
        print(`${forgotten} forgotten. The next server that starts decides on ${VARIABLES[purpose]}.`)
        return
      }
      const uses = await em.find(KeyUse, {}, { orderBy: { purpose: 'asc', since: 'asc' } })
      for (const { purpose: of, keyId, since } of uses)
        print(`${VARIABLES[of]}  ${keyId}  since ${since.toISOString()}`)
    },
  },
}

function isPurpose(text: string): text is KeyPurpose {
  return Object.hasOwn(VARIABLES, text)
}
