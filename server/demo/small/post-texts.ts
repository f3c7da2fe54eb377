import type { Post } from '../../domains/content/posts/entity.ts'
import type { Palette } from './artwork.ts'

/** A post of the demo: how long ago it was published, and its pictures, drawn in the colours of its creator. */
export type DemoPost = Pick<Post, 'access' | 'price' | 'text'> & {
  hoursAgo: number
  pictures: readonly { motif: Palette['motif']; width: number; height: number }[]
  poll?: { question: string; options: string[] }
}

const wide = { width: 720, height: 480 } as const
const tall = { width: 560, height: 700 } as const
const square = { width: 600, height: 600 } as const
const free = { access: 'public', price: 0 } as const
const forFollowers = { access: 'followers', price: 0 } as const

/** By the creator's username, the newest first. */
export const demoPostTexts: Readonly<Record<string, readonly DemoPost[]>> = {
  creator1: [
    {
      ...free,
      hoursAgo: 3,
      text: 'Three hours for one cloud. It came over the ridge at ten past four, stayed for two frames, and left.',
      pictures: [{ motif: 'hills', ...wide }],
    },
    {
      ...forFollowers,
      hoursAgo: 27,
      text: 'The contact sheet of last week, unedited. Frames 12 to 15 are why I carry a second lens cap now.',
      pictures: [
        { motif: 'moon', ...square },
        { motif: 'waves', ...square },
      ],
    },
    {
      access: 'paid',
      price: 25,
      hoursAgo: 50,
      text: 'How I print fog: the whole evening in the darkroom, step by step, with every wrong exposure and the paper that saved the last one.',
      pictures: [{ motif: 'moon', ...tall }],
    },
    {
      ...free,
      hoursAgo: 76,
      text: 'A question that I get every week: no, I do not wait for good weather. Good weather has no edges. What I wait for is the hour in which it makes up its mind.\n\nBring gloves that you can turn a dial in, and something to sit on. The rest is patience, and somebody who knows when to expect you back.',
      pictures: [],
    },
    {
      ...free,
      hoursAgo: 120,
      text: 'Which of these goes on the wall?',
      pictures: [],
      poll: { question: 'The next print', options: ['Ridge, first light', 'The empty pier', 'Birches in sleet'] },
    },
    {
      ...free,
      hoursAgo: 170,
      text: 'First snow above the tree line.',
      pictures: [{ motif: 'sun', ...wide }],
    },
  ],
  creator2: [
    {
      ...free,
      hoursAgo: 6,
      text: 'Today’s loaf went flat, and I know why: I was on the phone when it wanted me. It tastes the same. Ears are vanity.',
      pictures: [{ motif: 'sun', ...square }],
    },
    {
      ...free,
      hoursAgo: 31,
      text: 'Sunday recipe, in short: 500 g flour, 350 g water, 100 g starter, 10 g salt. Mix, fold four times, leave it in the cold until Monday, and bake it as hot as your oven dares.',
      pictures: [],
    },
    {
      ...forFollowers,
      hoursAgo: 55,
      text: 'For those who follow: the starter has a birthday. Nine years, three flats, one near death in a heat wave.',
      pictures: [{ motif: 'hills', ...wide }],
    },
    {
      access: 'paid',
      price: 40,
      hoursAgo: 98,
      text: 'The laminated brioche, whole and with every temperature, the way we made it at four in the morning when I was still an apprentice in Braga.',
      pictures: [{ motif: 'moon', ...tall }],
    },
    {
      ...free,
      hoursAgo: 150,
      text: 'The oven at five. Nobody else is awake but the gulls.',
      pictures: [{ motif: 'waves', ...wide }],
    },
  ],
  creator3: [
    {
      ...free,
      hoursAgo: 9,
      text: 'Rehearsal room, low light, one string less than I came with. It will be fine.',
      pictures: [{ motif: 'waves', ...wide }],
    },
    {
      access: 'subscribers',
      price: 0,
      hoursAgo: 40,
      text: 'A first page of the new piece for those who subscribe: eleven bars that I have written four times now and finally believe.',
      pictures: [{ motif: 'moon', ...tall }],
    },
    {
      ...free,
      hoursAgo: 64,
      text: 'Practise the bar before the difficult one. It is never the difficult one.',
      pictures: [],
    },
    {
      ...forFollowers,
      hoursAgo: 110,
      text: 'Programme notes for Thursday, before anybody else reads them. The second movement has a name after all.',
      pictures: [{ motif: 'hills', ...square }],
    },
    {
      access: 'paid',
      price: 60,
      hoursAgo: 160,
      text: 'The whole score of the evening piece with my fingerings, both the clever ones and the ones that I use when I am tired.',
      pictures: [{ motif: 'sun', ...tall }],
    },
    {
      ...free,
      hoursAgo: 200,
      text: 'New strings, old cello, grey sea.',
      pictures: [{ motif: 'waves', ...square }],
    },
  ],
}
