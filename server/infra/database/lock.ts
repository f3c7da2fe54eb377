import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** Each thing that has a lock of its own, and the key that names one. */
export type LockKind =
  /** The wish of one account to be rid of its second factors. */
  | 'factor-reset'
  /** By user: the addresses of an account are counted, and one is the default. */
  | 'addresses'
  /** By user: the lines of one cart, and what is bought of them. */
  /** By creator: the accounts that one creator blocks are counted. */
  | 'blocks'
  /** By the thing: a case on it, also one that does not exist yet. */
  | 'case'
  /** By the person of staff: the tokens that one gives in a day are counted. */
  | 'gifts'
  /** By the account that they concern: decisions of staff, of which those that still hold are looked at together. */
  | 'decisions'
  /** By user: the lines of one cart. */
  | 'cart'
  /** By asset: also one that does not exist yet. The photos of a gallery change under the lock of the gallery. */
  | 'asset'
  /** By comment: also one that does not exist yet. */
  | 'comment'
  /** By creator and account: comments of the account there, and whether the creator blocks it. */
  | 'comment-author'
  /** By network address: messages of the contact form are counted. */
  | 'contact'
  /** By conversation: also one that does not exist yet. */
  | 'conversation'
  /** The demo data. */
  | 'demo'
  /** By account and product: the links to a download are counted. */
  | 'downloads'
  /** By draft: also one that does not exist yet. */
  | 'draft'
  /** By owner: the drafts of one creator are counted. */
  | 'drafts'
  /** By creator: the lists of fans and their members are counted. */
  | 'fan-lists'
  /** By creator: notes on fans are counted, and merged. */
  | 'fan-notes'
  /** By nothing: the texts of the site, of which a draft takes the place of another. */
  | 'pages'
  /** By mail and language: the operator's words of it. Also by the id of a test mail. */
  | 'mail-template'
  /** By nothing: the announcements of the site, which have an order. */
  | 'promos'
  /** By creator: pauses do not overlap. */
  | 'pauses'
  /** By creator: the offers of one creator are counted. */
  | 'offers'
  /** By code: also an offer that does not exist yet. */
  | 'offer-code'
  /** By fingerprint of a card: the trials of its accounts. */
  | 'trial-card'
  /** By word: the parts of staff, of which one admin stays. */
  | 'staff'
  /** By file: its row and its bytes. */
  | 'file'
  /** By nothing: each sale holds it with others until it is committed, and the fold of a day alone. */
  | 'earning-days'
  /** By follower: the follows of one account are counted. */
  | 'follows'
  /** By user: what the account was granted. */
  | 'grants'
  /** By user: the order and the read position of what the account was notified of. */
  | 'notifications'
  /** By provider and its id of a person: also a login that is not linked yet. */
  | 'identity'
  /** By creator: payout requests and where they go. */
  | 'payout'
  /** By user: also preferences that do not exist yet. */
  | 'preferences'
  /** By endpoint: the session that takes push messages there. */
  | 'push'
  /** By user: the subscriptions of an account to push messages are counted. */
  | 'push-account'
  /** By user and reaction: also one that does not exist yet. */
  | 'reaction'
  /** By the id of a payment: it names a hold or a charge, of one fan alone. */
  | 'payment'
  /** By user: what an account pays at the provider is counted. */
  | 'payer'
  /** By user: what the account subscribes to, also a subscription that does not exist yet. */
  | 'subscription'
  /** By order: also one that does not exist yet. */
  | 'payment-order'
  /** By nothing: the settings, of which some fit only with others. */
  | 'settings'
  /** By creator: the next statement, which continues the chain; the word `key`: the keys that sign. */
  | 'statements'
  /** By creator: also settings that do not exist yet. */
  | 'stream-settings'
  /** By creator: also a stream that does not exist yet. */
  | 'streams'
  /** By creator: the private show, of which there is one at a time. */
  | 'show'
  /** By creator: also a menu that does not exist yet. */
  | 'tip-menu'
  /** By user and post: also a vote that does not exist yet. */
  | 'vote'

/**
 * Waits for the lock of one thing and holds it until the transaction ends. A row lock needs a row; this one does not.
 * Kinds never share a key: no kind contains the colon that ends it.
 */
export async function lock(tx: { em: SqlEntityManager }, kind: LockKind, key: string): Promise<void> {
  await tx.em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lockKey(kind, key)])
}

/** The text whose hash is the lock. */
export function lockKey(kind: LockKind, key: string): string {
  return `${kind}:${key}`
}
