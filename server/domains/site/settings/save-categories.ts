import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { allCategories } from '@vesper/sync/vesper/api/all-categories.ts'
import type { DeskCategories } from '@vesper/sync/vesper/api/categories.ts'
import type { PublicCategory } from '@vesper/sync/vesper/api/public-category.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { changeSettings } from './commands.ts'
import { settingsNow } from './save-setting.ts'

/** The categories as the database has them now. */
export async function deskCategories(em: SqlEntityManager): Promise<DeskCategories> {
  const { values, versionOf } = await settingsNow(em)
  return { version: versionOf('categories'), categories: allCategories(values.categories) }
}

/**
 * Stores names, order, hidden and merged categories, audited. The same list again changes nothing. Refuses as `conflict`
 * where another person has changed them since `version`.
 */
export async function saveCategories(tx: Tx, { version, categories }: DeskCategories): Promise<void> {
  await lock(tx, 'settings', '')
  const now = await deskCategories(tx.em)
  const all = allCategories(categories)
  if (JSON.stringify(now.categories.map(plain)) === JSON.stringify(all.map(plain))) return
  if (now.version !== version)
    throw new Refusal('conflict', 'Another person has changed the categories. Look again.', [
      { path: 'version', message: String(now.version) },
    ])
  await changeSettings(tx, { categories: all })
  audit(tx, {
    action: 'category.change',
    subjectId: 'categories',
    before: statesOf(now.categories),
    after: statesOf(all),
  })
}

/** The fields in one order: the database has the keys in another. */
function plain({ code, en, ar, isHidden, mergedInto }: PublicCategory) {
  return [code, en, ar, isHidden, mergedInto]
}

function statesOf(categories: readonly PublicCategory[]) {
  return categories.map(({ code, isHidden, mergedInto }) => ({ code, isHidden, mergedInto }))
}
