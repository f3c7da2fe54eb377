import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Wallet as WalletRecord } from '@vesper/sync/vesper/records/wallet.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { User } from '../../people/accounts/entity.ts'
import { budgetOf } from './budget/budget-of.ts'
import { Budget } from './budget/entity.ts'
import { releaseSettled } from './charges/hold.ts'
import { lockBalances } from './ledger/accounts.ts'
import { Wallet } from './wallet.ts'

/** A fan's accounts of the ledger, in the order in which tokens are spent. */
const FAN_ACCOUNTS = ['fan_granted', 'fan_paid', 'fan_debt'] as const

/** The tokens that an account can spend, those that are held, the bought ones among these, and its debt. */
export type Purse = { granted: bigint; paid: bigint; held: bigint; heldPaid: bigint; debt: bigint }

/** Reads the tokens of an account under the locks of the ledger: they change no more until the transaction ends. */
export async function lockPurse(tx: Tx, userId: string): Promise<Purse> {
  const [granted, paid, debt] = await lockBalances(tx.em, userId, FAN_ACCOUNTS)
  const held = (granted?.held ?? 0n) + (paid?.held ?? 0n)
  return {
    granted: (granted?.balance ?? 0n) - (granted?.held ?? 0n),
    paid: (paid?.balance ?? 0n) - (paid?.held ?? 0n),
    ...{ held, heldPaid: paid?.held ?? 0n, debt: -(debt?.balance ?? 0n) },
  }
}

/**
 * Copies the tokens of an account to its wallet, after every transfer that moves them; answers what can be spent. Callers have
 * called `lockPurse` before the transfer. A debt that has become smaller releases the earnings that were held for it.
 */
export async function saveWallet(tx: Tx, userId: string): Promise<number> {
  const { granted, paid, held, debt } = await lockPurse(tx, userId)
  const shown = {
    balance: Number(granted + paid),
    granted: Number(granted),
    held: Number(held),
    debt: Number(debt),
    budget: await budgetOf(tx, userId),
    updatedAt: tx.now,
  }
  const wallet = await tx.em.findOne(Wallet, { userId })
  const owed = wallet?.debt ?? 0
  if (wallet) tx.em.assign(wallet, { ...shown, seq: wallet.seq + 1 })
  else tx.em.create(Wallet, { userId, ...shown, seq: 1 })
  // The profile, which older apps read, shows it too.
  const user = await tx.em.findOneOrFail(User, { id: userId })
  user.balance = shown.balance
  await tx.em.flush()
  if (owed > shown.debt) await releaseSettled(tx, { fanId: userId, debt })
  return shown.balance
}

/** Copies what a card has paid to the wallet of a fan who has set limits; that of others does not show it. */
export async function saveSpent(tx: Tx, userId: string): Promise<void> {
  if ((await tx.em.count(Budget, { userId })) > 0) await saveWallet(tx, userId)
}

/** The wallet of the viewer; none before the account's first token. */
export const wallets: SyncedCollection<'wallets'> = {
  name: 'wallets',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? ownWallet(reading) : []),
  byIds: async (reading, ids) => (ids.includes(reading.viewerId) ? ownWallet(reading) : []),
}

async function ownWallet({ em, viewerId }: Reading): Promise<SyncedRow[]> {
  const wallet = await em.findOne(Wallet, { userId: viewerId })
  return wallet ? [{ space: spaceOfUser(viewerId), collection: 'wallets', value: walletView(wallet) }] : []
}

function walletView({ userId, balance, granted, held, debt, budget, updatedAt }: Wallet): WalletRecord {
  const shown = { _id: userId, balance, granted, held, debt, updatedAt: updatedAt.toISOString() }
  return budget ? { ...shown, budget } : shown
}

/** A wallet, in the space of its account. */
export const recordWallet = oneRow<Pick<Wallet, 'userId'>>('wallets', ({ userId }) => ({
  space: spaceOfUser(userId),
  id: userId,
}))
