import type { Palette } from './artwork.ts'

export const DEMO_PASSWORD = 'vesper-demo'

/** An account of the demo; its address is `<username>@demo.test`. A creator has a country, a cover and a birthday. */
export type DemoPerson = {
  username: string
  name: string
  bio: string
  palette: Palette
  creator: { country: string; dateOfBirth: string } | null
}

export const demoPeople: readonly DemoPerson[] = [
  {
    username: 'creator1',
    name: 'Mara Lindqvist',
    bio: 'Landscapes on film, mostly in bad weather. Contact sheets, darkroom notes and the pictures that stay in the drawer.\n\nNorthern Sweden. Slow answers, honest ones.',
    palette: { motif: 'hills', sky: ['#241a4d', '#8a5fc9', '#f3b6a4'], ground: ['#3d2f73', '#2a2057', '#1a143b'] },
    creator: { country: 'SE', dateOfBirth: '1986-02-11' },
  },
  {
    username: 'creator2',
    name: 'Teo Almeida',
    bio: 'Baker in Porto. Sourdough without fear: weekly recipes, failures included, and answers to every question about your starter.',
    palette: { motif: 'sun', sky: ['#5a1f3d', '#d9643a', '#fbd38a'], ground: ['#8c3a2b', '#6b2a2b', '#451d29'] },
    creator: { country: 'PT', dateOfBirth: '1991-09-03' },
  },
  {
    username: 'creator3',
    name: 'Ines Okafor',
    bio: 'Cellist and composer. Sketches, rehearsals, the occasional wrong note, and new pieces before anyone else hears them.',
    palette: { motif: 'waves', sky: ['#0d2b3e', '#1f7a80', '#bfe3c0'], ground: ['#14606b', '#0f4756', '#0a2f40'] },
    creator: { country: 'GB', dateOfBirth: '1989-12-19' },
  },
  {
    username: 'fan1',
    name: 'Alex Morgan',
    bio: 'Harbours, dogs, and a borrowed camera.',
    palette: { motif: 'moon', sky: ['#14213d', '#3a5a98', '#a9c6ee'], ground: ['#2b4a7f', '#1e3763', '#142748'] },
    creator: null,
  },
  {
    username: 'fan2',
    name: 'Sam Rivera',
    bio: 'Learning the cello, slowly.',
    palette: { motif: 'moon', sky: ['#3b1030', '#a33b6e', '#f5b8c4'], ground: ['#7c2a55', '#5b1d42', '#3c132f'] },
    creator: null,
  },
  {
    username: 'fan3',
    name: 'Jo Keller',
    bio: '',
    palette: { motif: 'sun', sky: ['#123524', '#4f8a4c', '#e6e3a1'], ground: ['#2f6a3c', '#214e30', '#163722'] },
    creator: null,
  },
]

/** The creators that the demo's fans follow. */
export const demoFollows: readonly { fan: string; creators: readonly string[] }[] = [
  { fan: 'fan1', creators: ['creator1', 'creator2'] },
  { fan: 'fan2', creators: ['creator1', 'creator3'] },
  { fan: 'fan3', creators: ['creator2'] },
]

/** A conversation of the demo: `dialogues/<fan>-<creator>.txt`, spread over the last `days`. */
export type DemoConversation = {
  fan: string
  creator: string
  days: number
  unread: { fan: number; creator: number }
}

export const demoConversations: readonly DemoConversation[] = [
  { fan: 'fan1', creator: 'creator1', days: 52, unread: { fan: 3, creator: 0 } },
  { fan: 'fan1', creator: 'creator2', days: 9, unread: { fan: 2, creator: 0 } },
  { fan: 'fan1', creator: 'creator3', days: 4, unread: { fan: 0, creator: 0 } },
  { fan: 'fan2', creator: 'creator1', days: 6, unread: { fan: 0, creator: 0 } },
  { fan: 'fan2', creator: 'creator3', days: 3, unread: { fan: 0, creator: 1 } },
  { fan: 'fan3', creator: 'creator2', days: 2, unread: { fan: 0, creator: 1 } },
]
