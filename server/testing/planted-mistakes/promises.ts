import type { PlantedMistake } from './planted-mistake.ts'

const TRIALS = ['money/offers/trials.pg.test.ts'] as const
const DISCOUNTS = ['money/offers/discounts.pg.test.ts'] as const
const LIMITS = ['money/budget/budget.pg.test.ts'] as const
const STATEMENTS = ['money/statements/statements.pg.test.ts'] as const

/** Offers, limits of fans and statements: each mistake breaks a promise about money. */
export const promises: PlantedMistake[] = [
  {
    name: 'an offer is used as often as it says',
    file: 'offers/find-offer.ts',
    find: '{ lockMode, refresh: true }',
    replace: '{ refresh: true }',
    tests: [...TRIALS, ...DISCOUNTS],
  },
  {
    name: 'an offer is its creator’s',
    file: 'offers/commands.ts',
    find: 'tx.em.findOne(Offer, { id, performerId })',
    replace: 'tx.em.findOne(Offer, { id })',
    tests: TRIALS,
  },
  {
    name: 'a creator gives an account one trial',
    file: 'offers/find-offer.ts',
    find: `exists (select 1 from offer_use where \${ofPair} and kind = 'trial') as "hadTrial"`,
    replace: 'false as "hadTrial"',
    tests: TRIALS,
  },
  {
    name: 'two accounts with one card start trials in turn',
    file: 'offers/commands.ts',
    find: `  for (const print of await fingerprintsOf(tx.em, userId)) await lock(tx, 'trial-card', print)\n`,
    tests: TRIALS,
  },
  {
    name: 'a discount waits while the pay page of another one is open',
    file: 'offers/find-offer.ts',
    find: `kind: 'discount', status: 'reserved' })) > 0`,
    replace: `kind: 'discount', status: 'reserved' })) < 0`,
    tests: DISCOUNTS,
  },
  {
    name: 'payments at once are held against a limit in turn',
    file: 'budget/require-within-budget.ts',
    find: `  await lockPurse(tx, userId)
  return tx.em.findOne(Budget, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })`,
    replace: '  return tx.em.findOne(Budget, { userId }, { refresh: true })',
    tests: LIMITS,
  },
  {
    name: 'a higher limit waits for 24 hours',
    file: 'budget/require-within-budget.ts',
    find: 'limitsAt(budget, at)',
    replace: 'limitsAt(budget, new Date(at.getTime() + 86_400_000))',
    tests: LIMITS,
  },
  {
    name: 'the cap of an open hold counts against a limit',
    file: 'budget/spent.ts',
    find: 'greatest(max(coalesce(cap, 0)), sum(amount))',
    replace: 'sum(amount)',
    tests: LIMITS,
  },
  {
    name: 'an order that a card is about to pay counts against a limit',
    file: 'budget/spent.ts',
    find: `status in ('created', 'open')`,
    replace: `status = 'open'`,
    tests: LIMITS,
  },
  {
    name: 'the limit for one creator counts that creator alone',
    file: 'budget/spent.ts',
    find: 'filter (where performer_id = ?::uuid)',
    replace: 'filter (where ?::uuid is not null)',
    tests: LIMITS,
  },
  {
    name: 'a statement continues the chain of the one before',
    file: 'statements/make-statements.ts',
    find: 'const prevHash = last?.head.hash ?? FIRST_HASH',
    replace: 'const prevHash = FIRST_HASH',
    tests: STATEMENTS,
  },
  {
    name: 'a line is chained to the line before',
    file: 'statements/make-statements.ts',
    find: 'hash = await chainHash(hash, line)',
    replace: 'hash = await chainHash(prevHash, line)',
    tests: STATEMENTS,
  },
  {
    name: 'the signature is of the whole head',
    file: 'statements/sign-head.ts',
    find: 'signedBytes(signed as Record<string, Json>)',
    replace: 'Buffer.from(signed.hash)',
    tests: STATEMENTS,
  },
  {
    name: 'a key that was replaced signs no more',
    file: 'statements/sign-head.ts',
    find: 'key.privateKey = null',
    replace: 'key.createdAt = tx.now',
    tests: STATEMENTS,
  },
  {
    name: 'the statements of a creator are made in turn',
    file: 'statements/make-statements.ts',
    find: `  await lock(tx, 'statements', performerId)\n`,
    tests: STATEMENTS,
  },
  {
    name: 'no statement changes',
    file: 'migrations/*_statements.ts',
    find: 'create trigger statement_fixed before update or delete on',
    replace: 'create trigger statement_fixed before delete on',
    tests: STATEMENTS,
  },
  {
    name: 'a statement is its creator’s',
    file: 'statements/routes.ts',
    find: 'findOne(Statement, { performerId, month }',
    replace: 'findOne(Statement, { month }',
    tests: STATEMENTS,
  },
]
