import type { PlantedMistake } from './planted-mistake.ts'

const DRAFTS = ['broadcasts/broadcasts.pg.test.ts'] as const
const SENDING = ['broadcasts/send.pg.test.ts'] as const
const RACES = ['broadcasts/races.pg.test.ts'] as const
const WELCOMES = ['broadcasts/welcomes.pg.test.ts'] as const

/** Messages to many, and those that go out by themselves: each mistake takes a protection away. */
export const reach: PlantedMistake[] = [
  {
    name: 'a save of a message to many waits for its send',
    file: 'broadcasts/commands.ts',
    find: '(await tx.em.findOne(Broadcast, { id }, LOCKED))',
    replace: '(await tx.em.findOne(Broadcast, { id }, { refresh: true }))',
    tests: SENDING,
  },
  {
    name: 'two devices that begin one message to many make one',
    file: 'broadcasts/commands.ts',
    find: `  await lock(tx, 'draft', id)\n  const broadcast = (await`,
    replace: '  const broadcast = (await',
    tests: RACES,
  },
  {
    name: 'a message to many that another device has changed is not sent',
    file: 'broadcasts/commands.ts',
    find: 'if (broadcast.version !== version)',
    replace: 'if (broadcast.version < 0)',
    tests: RACES,
  },
  {
    name: 'two messages to many a day are counted in turn',
    file: 'broadcasts/commands.ts',
    find: `  // One at a time, so that each counts those before it.\n  await lock(tx, 'drafts', performerId)\n`,
    tests: DRAFTS,
  },
  {
    name: 'a message to many is its author’s',
    file: 'lock-broadcast.ts',
    find: '{ id, performerId, trigger: null, isRetired: false }',
    replace: '{ id, trigger: null, isRetired: false }',
    tests: DRAFTS,
  },
  {
    name: 'a message to many is sent to as many as its author saw',
    file: 'broadcasts/commands.ts',
    find: 'if (reach.count !== count)',
    replace: 'if (reach.count < 0)',
    tests: DRAFTS,
  },
  {
    name: 'a fan who has left gets nothing of the batches after it',
    file: 'send-due.ts',
    find: 'const chosen = await chosenNow(tx, broadcast, userIds)',
    replace: 'const chosen = new Set(userIds)',
    tests: SENDING,
  },
  {
    name: 'a fan who has muted messages to many gets none',
    file: 'send-to-many.ts',
    find: `  if (mutesMany) return { state: 'muted' }\n`,
    tests: SENDING,
  },
  {
    name: 'buyers keep a message that is unsent',
    file: 'send-due.ts',
    find: ' || (broadcast.price > 0 && (await isBought(tx.em, messageId)))',
    tests: SENDING,
  },
  {
    name: 'the job rests while a creator is closed',
    file: 'send-due.ts',
    find: 'select min(b.goes_at) as at from ${WAITING}',
    replace: `select min(b.goes_at) as at from broadcast b where b.state = 'counting'`,
    tests: SENDING,
  },
  {
    name: 'a deleted message shows none of the files that it shares',
    file: 'messages/queries.ts',
    find: 'not m.is_deleted and exists (select from attachment a',
    replace: 'exists (select from attachment a',
    tests: SENDING,
  },
  {
    name: 'a fan is greeted once in 90 days',
    file: 'welcomes.ts',
    find: '  if (await wasGreeted(tx, { fanId, performerId, how })) return\n',
    tests: WELCOMES,
  },
  {
    name: 'a calendar has the posts of its creator',
    file: 'calendar/calendar-of.ts',
    find: 'performerId,\n      status:',
    replace: 'status:',
    tests: ['reach/calendar/calendar.pg.test.ts'],
  },
]
