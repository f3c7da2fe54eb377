import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Json } from '@vesper/sync/vesper/statements/canonical-json.ts'
import { signedBytes } from '@vesper/sync/vesper/statements/statement.ts'
import type { StatementHead } from '@vesper/sync/vesper/statements/statement.ts'
import { sealedColumn } from '../../../infra/crypto/sealed-column.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { StatementKey } from './entity.ts'

/** Signs a head with the present key, which is made where there is none. Answers the head with the id of the key. */
export async function signHead(
  tx: Tx,
  head: Omit<StatementHead, 'keyId'>,
): Promise<{ head: StatementHead; signature: string }> {
  const { id, privateKey } = await presentKey(tx)
  const der = Buffer.from(tx.app.sealer.open(privateKey ?? '', aboutOf(id)), 'base64url')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const signed: StatementHead = { ...head, keyId: id } as StatementHead
  return { head: signed, signature: sign(null, signedBytes(signed as Record<string, Json>), key).toString('base64url') }
}

/** Has another key sign from now on. The public keys of earlier ones stay listed; their private keys are forgotten. */
export async function rotateKey(tx: Tx): Promise<StatementKey> {
  await lock(tx, 'statements', 'key')
  for (const key of await tx.em.find(StatementKey, { privateKey: { $ne: null } })) key.privateKey = null
  return makeKey(tx)
}

/** The key that signs, under the lock of the keys. */
async function presentKey(tx: Tx): Promise<StatementKey> {
  await lock(tx, 'statements', 'key')
  return (await tx.em.findOne(StatementKey, { privateKey: { $ne: null } }, { refresh: true })) ?? makeKey(tx)
}

async function makeKey(tx: Tx): Promise<StatementKey> {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x ?? ''
  const id = createHash('sha256').update(publicKey, 'base64url').digest('base64url').slice(0, 22)
  const der = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  const privateKey = tx.app.sealer.seal(der, aboutOf(id))
  const key = tx.em.create(StatementKey, { id, publicKey, privateKey, createdAt: tx.now })
  await tx.em.flush()
  return key
}

/** The private key of statements as what DETAILS_KEY is needed for. */
export const sealedStatementKeys = sealedColumn({
  ...{
    name: 'keys of statements',
    table: 'statement_key',
    key: 'id',
    keyType: 'varchar',
    column: 'private_key',
    about: aboutOf,
  },
})

function aboutOf(id: string): string {
  return `statement key ${id}`
}
