import type { Motif } from '../art/motifs.ts'
import type { ArtPalette } from '../art/palette.ts'
import { must } from '../find-demo-rows.ts'
import { demoPeople } from '../small/people.ts'

/** A creator of the demo world; the posts are in `<username>.txt`. */
export type WorldCreator = {
  username: string
  name: string
  bio: string
  country: string
  dateOfBirth: string
  palette: ArtPalette
  /** The motif of the cover. */
  cover: Motif
  /** Fans of one taste follow all creators of that taste. */
  taste: Taste
}

export const tastes = ['pictures', 'food', 'music', 'moving', 'making'] as const
export type Taste = (typeof tastes)[number]

export const worldCreators: readonly WorldCreator[] = [
  {
    ...known('creator1'),
    palette: ['#161a2e', '#34406b', '#7d86ad', '#dfe3ea', '#f2b8a0', '#5f9aa8'],
    ...{ cover: 'landscape', taste: 'pictures' },
  },
  {
    ...known('creator2'),
    palette: ['#2b1712', '#6b3a22', '#b9743a', '#f4dfbd', '#e2a04a', '#8c9a6b'],
    ...{ cover: 'loaf', taste: 'food' },
  },
  {
    ...known('creator3'),
    palette: ['#0b2230', '#17505c', '#4f9a96', '#dfeee0', '#c9733f', '#e8c37a'],
    ...{ cover: 'strings', taste: 'music' },
  },
  {
    username: 'hana.kiln',
    name: 'Hana Mori',
    bio: 'I throw for four days and fire on the fifth. Half of it survives me.\n\nTokoname, Japan. Salt, ash, and one kiln that I built twice.',
    ...{ country: 'JP', dateOfBirth: '1978-05-22' },
    palette: ['#1f2a30', '#47565a', '#8fa3a0', '#ece6da', '#a6563a', '#2f5f8a'],
    ...{ cover: 'pot', taste: 'making' },
  },
  {
    username: 'luca.onsight',
    name: 'Luca Ferrand',
    bio: 'Setting by day, falling by night. Beta without shame.\n\nGrenoble.',
    ...{ country: 'FR', dateOfBirth: '1994-08-30' },
    palette: ['#20242c', '#4a5263', '#8c97a8', '#e9ebe6', '#f26a3d', '#38b2a3'],
    ...{ cover: 'wall', taste: 'moving' },
  },
  {
    username: 'papermoth',
    name: 'Odile Brandt',
    bio: 'Insects, envelopes, small dramas in ink.\n\nLeipzig. Some of the envelopes arrive.',
    ...{ country: 'DE', dateOfBirth: '1983-03-09' },
    palette: ['#211c1a', '#5b4a3f', '#a58a6d', '#f3ead9', '#8a3b3f', '#5f7a68'],
    ...{ cover: 'moth', taste: 'making' },
  },
  {
    username: 'smallhours',
    name: 'Priya Nair',
    bio: 'One person, one lighthouse, one game. Devlog every Friday, bugs included.\n\nKochi.',
    ...{ country: 'IN', dateOfBirth: '1992-11-14' },
    palette: ['#0d1026', '#27306b', '#4b6fb5', '#cfe8ef', '#ffcf5c', '#e8607d'],
    ...{ cover: 'tiles', taste: 'making' },
  },
  {
    username: 'saffron.salt',
    name: 'Yasmin Haddad',
    bio: 'My grandmother measured by sound. I write it down.\n\nعمّان. بالعربية والإنجليزية، حسب القدر.',
    ...{ country: 'JO', dateOfBirth: '1987-06-17' },
    palette: ['#2a1a16', '#7a2f22', '#c4683a', '#f6e7c8', '#e9b44c', '#4f7a4d'],
    ...{ cover: 'plate', taste: 'food' },
  },
  {
    username: 'coach.amara',
    name: 'Amara Diallo',
    bio: 'First kilometre slow. The rest will tell you.\n\nDakar, the corniche, Thursdays at six.',
    ...{ country: 'SN', dateOfBirth: '1981-01-25' },
    palette: ['#0f2a2e', '#1f5a55', '#5fa08a', '#f2ead2', '#ff7a4d', '#ffd166'],
    ...{ cover: 'contours', taste: 'moving' },
  },
  {
    username: 'thelowriver',
    name: 'The Low River',
    bio: 'Two voices, one harmonium, rehearsals in a boathouse.\n\nRos and Ewan, Galway.',
    ...{ country: 'IE', dateOfBirth: '1985-10-02' },
    palette: ['#121d1b', '#2c4a44', '#6f8f80', '#e6e4d3', '#b98a4a', '#8a4a52'],
    ...{ cover: 'vinyl', taste: 'music' },
  },
  {
    username: 'nightbus',
    name: 'Tomás Quiroga',
    bio: 'Line 142, last seat on the left. I get on after midnight.\n\nRosario.',
    ...{ country: 'AR', dateOfBirth: '1990-04-06' },
    palette: ['#0b0d1a', '#1d2440', '#3f4a78', '#f3d9a4', '#ff9f4a', '#5fd0c5'],
    ...{ cover: 'windows', taste: 'pictures' },
  },
  {
    username: 'mei.moves',
    name: 'Mei Lin Tan',
    bio: 'Ten minutes, no mat, no heroics. For people who sit, by a person who sat for nine years.\n\nSingapore.',
    ...{ country: 'SG', dateOfBirth: '1988-07-12' },
    palette: ['#2a2140', '#5f4a8a', '#a58fc7', '#f6eee6', '#ff8a70', '#6cc2a1'],
    ...{ cover: 'steps', taste: 'moving' },
  },
]

/** Who they are in the demo of the tests. */
function known(username: string) {
  const { name, bio, creator } = must(demoPeople.find((person) => person.username === username))
  return { username, name, bio, ...must(creator ?? undefined) }
}
