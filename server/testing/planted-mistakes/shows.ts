import type { PlantedMistake } from './planted-mistake.ts'

/** The rules by which a show is paid, and tickets come back: each mistake takes one away as a whole. */
export const shows: PlantedMistake[] = [
  {
    name: 'a show is never due for more than is held, or than the fan would pay',
    file: 'metering/meter.ts',
    find: 'return Math.min(Math.ceil((rate * seconds) / 60), cap, held)',
    replace: 'return Math.ceil((rate * seconds) / 60 + (cap + held) * 0)',
    tests: ['metering/meter.test.ts'],
  },
  {
    name: 'a hole in the line of a show is not paid',
    file: 'metering/meter.ts',
    find: 'const from = Math.max(before.countedTo ?? seenAt, ...holeEnds)',
    replace: 'const from = Math.max(before.countedTo ?? seenAt, ...holeEnds.map(() => -Infinity))',
    tests: ['metering/meter.test.ts'],
  },
  {
    name: 'a fan who leaves a show owes the minimum',
    file: 'shows/finish-show.ts',
    find: "reason === 'fan' || ",
    tests: ['shows/private-shows.pg.test.ts'],
  },
  {
    name: 'the third line of a fan that ends a show in a day owes the minimum',
    file: 'shows/finish-show.ts',
    find: "(lostSide === 'fan' && (await hasLostLines(tx, show)))",
    replace: "(lostSide === 'fan' && !hasLostLines)",
    tests: ['shows/private-shows.pg.test.ts'],
  },
  {
    name: 'a show is ended by the server that meters it as long as that one lives',
    file: 'metering/follow-show.ts',
    find: "if (open.status === 'active' && !open.isOwn && !open.isLost) return false",
    tests: ['shows/two-servers.pg.test.ts'],
  },
  {
    name: 'a show whose server is gone ends',
    file: 'metering/open-shows.ts',
    find: 'sh.alive_at < moment.dead',
    replace: 'sh.alive_at is null and moment.dead is null',
    tests: ['shows/private-shows.pg.test.ts'],
  },
  {
    name: 'a hold pays no more than it keeps',
    file: 'holds/commands.ts',
    find: ' || sale.tokens > sumOf(found.rows)',
    tests: ['holds/holds.pg.test.ts'],
  },
  {
    name: 'a block after the end of a stream takes no ticket back',
    find: 'and (st.ended_at is null or b.created_at <= st.ended_at)',
    tests: ['tickets/return-tickets.pg.test.ts'],
  },
]
