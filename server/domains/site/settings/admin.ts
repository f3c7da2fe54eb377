import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AdminCommands } from '../../../admin.ts'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { KeyUse, keyPurposes } from '../../../infra/crypto/entity.ts'
import type { KeyPurpose } from '../../../infra/crypto/entity.ts'
import { KEY_VARIABLES } from '../../../infra/crypto/require-same-keys.ts'
import { rewrapJob } from '../../../infra/crypto/rewrap-job.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'

export const admin: AdminCommands = {
  keys: {
    summary:
      'lists the keys in use and what is left of each; rewrap, retire <session|media|details|vapid> <key>, forget <purpose>',
    async run({ app, args: [verb, purpose = '', keyId = ''], print }) {
      if (verb === 'rewrap') return rewrapNow(app, print)
      if (verb === 'retire') return retireKey(app, { purpose: purposeOf(purpose), keyId, print })
      if (verb === 'forget') {
        const of = purposeOf(purpose)
        const forgotten = await transact(app, null, (tx) => forgetKeys(tx, of))
        return print(`${forgotten} forgotten. The next server that starts decides on ${KEY_VARIABLES[of]}.`)
      }
      await listKeys(app, print)
    },
  },
}

type Print = (line: string) => void

async function listKeys(app: App, print: Print): Promise<void> {
  for (const [purpose, uses] of Map.groupBy(await keyUses(app), (use) => use.purpose)) {
    for (const [index, { keyId, since, retiredAt }] of uses.entries()) {
      const left = index === 0 ? [] : await leftOf(app, purpose, keyId)
      const stands = index === 0 ? 'writes' : retiredAt ? `retired ${retiredAt.toISOString()}` : saidOf(left)
      print(`${KEY_VARIABLES[purpose]}  ${purpose} ${keyId}  since ${since.toISOString()}  ${stands}`)
    }
  }
}

/** The key that writes first, for each purpose: the one that a server noted last. */
function keyUses(app: App) {
  return app.orm.em.fork().find(KeyUse, {}, { orderBy: { purpose: 'asc', since: 'desc', keyId: 'asc' } })
}

type Left = { name: string; count: number }

async function leftOf(app: App, purpose: KeyPurpose, keyId: string): Promise<Left[]> {
  const holders = app.domains.keyHolders.filter((holder) => holder.purpose === purpose)
  const counts = await Promise.all(holders.map(async ({ name, left }) => ({ name, count: await left(app, keyId) })))
  return counts.filter(({ count }) => count > 0)
}

function saidOf(left: readonly Left[]): string {
  if (left.length === 0) return 'nothing is left: retire it'
  return `left: ${left.map(({ name, count }) => `${name} ${count}`).join(', ')}`
}

/** Has the job run at once, in this process. */
async function rewrapNow(app: App, print: Print): Promise<void> {
  await rewrapJob.run(app, AbortSignal.any([]))
  await listKeys(app, print)
}

/**
 * Lets servers start without a key. Refuses as `conflict` one that writes, and one that rows or files still need. The rest is
 * counted against the first key of this process, so that it must be the one that writes.
 */
async function retireKey(
  app: App,
  { purpose, keyId, print }: { purpose: KeyPurpose; keyId: string; print: Print },
): Promise<void> {
  const [first, ...others] = (await keyUses(app)).filter((use) => use.purpose === purpose)
  if (first?.keyId === keyId) throw new Refusal('conflict', 'This key writes. Put another one before it first.')
  if (!others.some((use) => use.keyId === keyId)) throw new Refusal('not-found', `No key ${keyId} is in use.`)
  if (first?.keyId !== app.keyIds[purpose]) {
    throw new Refusal(
      'conflict',
      `The servers write with another ${KEY_VARIABLES[purpose]}. Set it here as on the servers.`,
    )
  }
  const left = await leftOf(app, purpose, keyId)
  if (left.length > 0) throw new Refusal('conflict', `This key is still needed; ${saidOf(left)}.`)
  await transact(app, null, async (tx) => {
    const use = await tx.em.findOneOrFail(KeyUse, { purpose, keyId })
    use.retiredAt = tx.now
    audit(tx, { action: 'keys.retire', subjectId: purpose, after: { keyIds: [keyId] } })
  })
  print(`${keyId} is retired. Remove it from ${KEY_VARIABLES[purpose]} on all servers.`)
}

/**
 * Forgets the keys of a purpose, and of others that the same variable holds: they are the same keys, and a server without one of
 * them would still not start. Answers how many there were.
 */
async function forgetKeys(tx: Tx, purpose: KeyPurpose): Promise<number> {
  let forgotten = 0
  for (const same of keyPurposes.filter((other) => KEY_VARIABLES[other] === KEY_VARIABLES[purpose])) {
    const uses = await tx.em.find(KeyUse, { purpose: same }, { orderBy: { since: 'asc', keyId: 'asc' } })
    for (const use of uses) tx.em.remove(use)
    audit(tx, { action: 'keys.forget', subjectId: same, before: { keyIds: uses.map(({ keyId }) => keyId) } })
    forgotten += uses.length
  }
  return forgotten
}

function purposeOf(text: string): KeyPurpose {
  if (Object.hasOwn(KEY_VARIABLES, text)) return text as KeyPurpose
  throw new Refusal('invalid', 'Name one of session, media, details and vapid.')
}
