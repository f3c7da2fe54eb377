import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { FileUse } from '@vesper/sync/vesper/api/files.ts'
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
 * `sold-picture` are files that were replaced and that orders still name. `evidence`: staff look at it after a report; it
 * stays when its owner deletes it.
 */
export type FileRole =
  | 'file'
  | 'thumbnail'
  | 'teaser'
  | 'main'
  | 'picture'
  | 'cover'
  | 'sold'
  | 'sold-picture'
  | 'evidence'

/** A holder of a file, and the role that the file has in it. */
export type Held = { id: string; role: FileRole }

/** A hidden holder, and the thing that staff hid: the holder, or what it is part of. Two hidden things make two of them. */
export type HiddenHolder = { id: string; by: string }

/** How many things of one kind use files. `kept`: the refusal to delete these, where they cannot be taken out of it. */
export type ToldUse = FileUse & { kept?: Refusal }

/** A kind of thing that holds files. Its rows that devices hold are declared with `derivedRows`. */
export type FileHolder = {
  /** The `holderType` of its attachments. */
  type: string
  /**
   * Tells if an onlooker may see a file through one of these holders, which have it in a role each. A creator's file may have
   * thousands: they are read together, in a number of statements that does not grow with them.
   */
  viewableOf: (source: Source, held: readonly Held[], onlooker: Onlooker) => Promise<boolean>
  /** Its files have few viewers: they never go to a network of copies. */
  isPersonal?: true
  /** Tells if one of these holders keeps its files that are public otherwise from everybody. */
  isWithdrawn?: (em: SqlEntityManager, holderIds: readonly string[]) => Promise<boolean>
  /** The holders among these that staff have hidden. Their files are not put into other things. */
  hiddenOf?: (em: SqlEntityManager, holderIds: readonly string[]) => Promise<HiddenHolder[]>
  /** Counts what uses these files by its kind, where that is not the type of the holder. */
  usesOf?: (em: SqlEntityManager, fileIds: readonly string[]) => Promise<ToldUse[]>
  /** Runs in the transaction that ends the processing of a file of a holder, ready or failed. */
  fileCompleted?: (tx: Tx, holderId: string) => void
}

/**
 * The account that looks, and the time. `userId` is null for a visitor without an account, who has the `country` of the
 * request; the database knows that of an account.
 */
export type Onlooker = { userId: string | null; country?: string | null; now: Date }
