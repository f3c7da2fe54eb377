import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { App } from '../app.ts'
import type { Actor, Tx } from './database/transaction.ts'
import type { File } from './files/entity.ts'
import type { WordsOf } from './mail/deliver-due.ts'
import type { ClosedRoom } from './rtc/stream-engine.ts'
import type { StepUpProof } from './sessions/entity.ts'

/** The moments at which a domain is called, and the questions that it answers for others, each one optional. */
export type Hooks = {
  /** Runs in the transaction that stores an upload, by the purpose of its file. */
  uploaded?: { readonly [Purpose in File['purpose']]?: (tx: Tx, fileId: string) => Promise<void> }
  /** Hears that a device of an account holds versions of conversations, by their ids. Nobody waits for it. */
  deviceHolds?: (app: App, userId: string, versions: ReadonlyMap<string, number>) => void
  /** Hears, before a call is answered, that it comes from another country than the account's latest one. */
  countrySeen?: (app: App, userId: string, country: string) => Promise<void>
  /**
   * SQL that tells if a push message is read, by its kind; `notice` for kinds that no domain names. Takes SQL expressions of
   * the account, the id of the thing and its number, and gives a condition.
   */
  pushRead?: Readonly<Record<string, (push: { user: string; id: string; seq: string }) => string>>
  /** Deletes a message that is none of a private conversation, by its id; false where this domain has none with the id. */
  removeMessage?: (tx: Tx, id: string) => Promise<boolean>
  /** Hears of refunds, in their transaction, by the type of the charge. */
  refunded?: Readonly<Record<string, (tx: Tx, refund: Refunded) => Promise<void>>>
  /** Hears of a new charge, last in its transaction, by its type. Several domains may. */
  charged?: { readonly tip?: (tx: Tx, tip: ChargedTip) => Promise<void> }
  /** Reads the line of a creator's menu that a tip buys; null for none. */
  tipItem?: (tx: Tx, item: { performerId: string; itemId: string }) => Promise<{ title: string; price: number } | null>
  /** Hears, last in its transaction, that a fan has begun to follow a creator, or to subscribe. */
  fanJoined?: FanJoined
  /** Tells if an account is on a creator's list of fans at a moment. */
  onFanList?: (
    em: SqlEntityManager,
    list: { performerId: string; listId: string; userId: string; now: Date },
  ) => Promise<boolean>
  /** Reads the part of an account's own profile that this domain knows. */
  profilePart?: (
    em: SqlEntityManager,
    account: { id: string; isPerformer: boolean },
  ) => Promise<Partial<Pick<Profile, 'verification' | 'rejectionReason'>>>
  /** Runs in the transaction that ends sessions, with their ids. `wipe`: their devices have to remove the data. */
  sessionsEnded?: (tx: Tx, sessionIds: readonly string[], how: { wipe: boolean }) => Promise<void>
  /** Runs in the transaction that opens an account to others or closes it, once the account is stored. */
  standingChanged?: (tx: Tx, userId: string) => Promise<void>
  /** Takes the recording that a closed room of the media engine leaves. `streamId`: the name of the room. */
  recorded?: (app: App, recording: { streamId: string } & NonNullable<ClosedRoom['recording']>) => Promise<void>
  /**
   * Logins that open an account beside its password. Both answer them in words for a mail, the first one first. `remove`
   * runs under the account's lock.
   */
  otherLogins?: Readonly<Record<'list' | 'remove', (tx: Tx, userId: string) => Promise<string[]>>>
  /**
   * The actor as staff with a permission. Refuses as `not-found` whoever has it not, as if the call were not there, and as
   * `forbidden` a session in which the desk is not open.
   */
  staffOf?: (app: App, actor: Actor, asked: { needs: Permission; network: string; requestId: string }) => Promise<Actor>
  factors?: FactorHooks
  /** Hears that the owner calls a login since this moment another person's, in the transaction that ends all sessions. */
  loginDenied?: (tx: Tx, userId: string, since: Date) => Promise<void>
  /** Hears in its transaction that an account has another address, or its former one back. */
  addressChanged?: (tx: Tx, userId: string) => Promise<void>
  /** The words that take the place of the default ones of mails, by the id of the mail. */
  mailWords?: WordsOf
  /** Why an account has to keep a second factor, in a sentence; null where it need not. */
  needsFactor?: (em: SqlEntityManager, userId: string) => Promise<string | null>
  /** Why the server should take no requests; null while it can. `/ready` asks each time. */
  readiness?: (app: App) => Promise<string | null>
  /** A trouble that an operator should know of, though the server takes requests; null for nothing. `/ready` asks each time. */
  warning?: (app: App) => Promise<string | null>
}

/** The second factors of accounts. */
export type FactorHooks = {
  /**
   * The ways in which the session of an actor can step up, the best one first. `hasFactor`: the account has a second factor.
   */
  ways: (app: App, actor: Actor) => Promise<{ ways: StepUpProof[]; hasFactor: boolean }>
  /**
   * Asks an account that has shown its first factor for its second one, in the transaction of the login; null where it has
   * none. The challenge waits for some minutes.
   */
  ask: (
    tx: Tx,
    user: { id: string; passwordHash: string },
    device: { remember: boolean },
  ) => Promise<{ challengeId: string; ways: StepUpProof[] } | null>
}

/** A refund of a charge: `tokens` were given back now, `refunded` in all, and with them the whole of it where `isWhole`. */
export type Refunded = {
  chargeId: string
  fanId: string
  targetId: string
  tokens: number
  refunded: number
  isWhole: boolean
}

/** A new tip. `item`: the line of the menu that it buys. `streamId`: the stream that the fan watched. */
export type ChargedTip = {
  id: string
  fanId: string
  performerId: string
  tokens: number
  message: string
  item: string | null
  streamId: string | null
}

/** `return`: a subscription of a fan who has had one before. */
export type FanJoined = (
  tx: Tx,
  joined: { fanId: string; performerId: string; how: 'follow' | 'subscribe' | 'return' },
) => Promise<void>
