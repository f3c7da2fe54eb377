import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Source, Tx } from '../database/transaction.ts'

/** A file in the hands of a holder, such as a message. A creator's file may have several; it has one role in each. */
export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachment',
  indexes: [{ properties: ['holderId', 'holderType'] }],
  properties: {
    fileId: p.uuid().primary(),
    role: p.string().$type<FileRole>().length(20).primary(),
    holderType: p.string().length(20).primary(),
    holderId: p.uuid().primary(),
    /** Place among the files of the holder with the same role, from 0. */
    position: p.integer(),
  },
})

export type Attachment = InferEntity<typeof Attachment>

/**
 * The slots of holders. `thumbnail` and `teaser` show what is in the others to viewers for whom that is locked. `sold` and
 * `sold-picture` are files that were replaced and that orders still name.
 */
export type FileRole = 'file' | 'thumbnail' | 'teaser' | 'main' | 'picture' | 'cover' | 'sold' | 'sold-picture'

/** A kind of thing that holds files. Its rows that devices hold are declared with `derivedRows`. */
export type FileHolder = {
  /** The `holderType` of its attachments. */
  type: string
  /** Tells if an onlooker may see the files that one holder has in one role. */
  mayView: (source: Source, holderId: string, onlooker: Onlooker & { role: FileRole }) => Promise<boolean>
  /** Tells if files of the holder that are public otherwise are kept from everybody. */
  isWithdrawn?: (em: SqlEntityManager, holderId: string) => Promise<boolean>
  /** The holders among these that staff have hidden. Their files are not put into other things. */
  hiddenOf?: (em: SqlEntityManager, holderIds: readonly string[]) => Promise<string[]>
  /** Runs in the transaction that ends the processing of a file of a holder, ready or failed. */
  fileCompleted?: (tx: Tx, holderId: string) => void
}

/**
 * The account that looks, and the time. `userId` is null for a visitor without an account, who has the `country` of the
 * request; the database knows that of an account.
 */
export type Onlooker = { userId: string | null; country?: string | null; now: Date }
