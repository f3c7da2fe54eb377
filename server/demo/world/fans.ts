import { must } from '../find-demo-rows.ts'
import { demoPeople } from '../small/people.ts'

/** A fan of the demo world. */
export type WorldFan = { username: string; name: string; bio: string }

const others: readonly (readonly [username: string, name: string, bio: string])[] = [
  ['nadia.k', 'Nadia Karim', 'Three plants, all of them called Ahmed.'],
  ['oskarl', 'Oskar Lund', ''],
  ['bea.melo', 'Beatriz Melo', 'I came for the bread.'],
  ['kenji_a', 'Kenji Abe', ''],
  ['graceo', 'Grace Otieno', 'Runs at dawn, complains at nine.'],
  ['tom.w', 'Tom Whitfield', 'Retired surveyor. Reads contour lines for pleasure.'],
  ['leila.az', 'Leila Aziz', ''],
  ['pnovak', 'Pavel Novak', ''],
  ['chloe.m', 'Chloé Martin', 'Paints doors for a living, looks at walls for fun.'],
  ['arjunr', 'Arjun Rao', 'Second violin. Somebody has to.'],
  ['sofi.rossi', 'Sofia Rossi', ''],
  ['dcohen', 'Daniel Cohen', 'Owns eleven cookbooks and one pan.'],
  ['emeka.e', 'Emeka Eze', ''],
  ['hyejin', 'Hye-jin Park', 'Night shift, ward 6. Most of this I read at four.'],
  ['martak', 'Marta Kowalska', ''],
  ['jonasw', 'Jonas Weber', 'My sourdough is called Frau Doktor.'],
  ['anapop', 'Ana Popescu', ''],
  ['rui_s', 'Rui Santos', 'Harbour pilot. Yes, the fog is real.'],
  ['farahn', 'Farah Nasser', 'أحب الخبز والصمت.'],
  ['lbyrne', 'Liam Byrne', 'Plays the spoons, badly, on request.'],
  ['yuki.s', 'Yuki Sato', ''],
  ['camidiaz', 'Camila Díaz', 'Last tram home.'],
  ['noahb', 'Noah Berg', ''],
  ['zanele', 'Zanele Dube', 'Clay under the nails since 2019.'],
  ['ivanp', 'Ivan Petrov', ''],
  ['elifk', 'Elif Kaya', 'Tea first.'],
  ['mateoc', 'Mateo Cruz', ''],
  ['ingridd', 'Ingrid Dahl', 'Bad weather, good boots.'],
  ['samirp', 'Samir Patel', ''],
  ['lucieb', 'Lucie Blanc', ''],
  ['owenp', 'Owen Price', 'Speedruns lighthouses.'],
  ['aishab', 'Aisha Bello', ''],
  ['vhorn', 'Viktor Horn', ''],
  ['mina.r', 'Mina Rezaei', 'Collects envelopes with nothing in them.'],
  ['cvega', 'Carlos Vega', ''],
  ['tessdw', 'Tess de Wit', 'Fell off the red one. Twice.'],
  ['baot', 'Bao Tran', ''],
]

/** The fans of the tests first. */
export const worldFans: readonly WorldFan[] = [
  ...['fan1', 'fan2', 'fan3'].map((username) => {
    const { name, bio } = must(demoPeople.find((person) => person.username === username))
    return { username, name, bio }
  }),
  ...others.map(([username, name, bio]) => ({ username, name, bio })),
]

/** These two look and never press anything. */
export const quietFans: ReadonlySet<string> = new Set(['pnovak', 'vhorn'])

/** A fan whom nightbus blocks. */
export const BLOCKED_FAN = 'cvega'

/** Who has left: the account is closed. */
export const CLOSED_FAN = 'baot'
