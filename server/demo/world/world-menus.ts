type Menu = {
  creator: string
  /** Each line with its price in tokens. */
  items: readonly (readonly [title: string, price: number])[]
  /** The goal, with the tokens that it takes, and how many days ago it was set. */
  goal: readonly [title: string, tokens: number, days: number] | null
}

/** The lines that tips buy from each creator, and the goals that creators save up for. */
export const worldMenus: readonly Menu[] = [
  {
    creator: 'creator1',
    items: [
      ['Name the next cloud', 15],
      ['A print, signed on the back', 120],
      ['I photograph your weather', 300],
    ],
    goal: ['New seals for the old tripod', 900, 40],
  },
  {
    creator: 'creator2',
    items: [
      ['Your name scored into a loaf', 30],
      ['A question about your starter', 20],
    ],
    goal: ['A second oven stone', 1200, 60],
  },
  {
    creator: 'creator3',
    items: [
      ['One bar, eight times, slowly', 10],
      ['A tune for somebody’s birthday', 90],
    ],
    goal: ['Two days in the hall at Aldeburgh', 1500, 80],
  },
  {
    creator: 'hana.kiln',
    items: [
      ['Choose the glaze of the next cup', 25],
      ['I trim a foot of your choice', 40],
      ['A cup that failed, with its story', 150],
    ],
    goal: ['Wood for the seventh firing', 1400, 50],
  },
  {
    creator: 'luca.onsight',
    items: [
      ['One more try at the last hold', 10],
      ['Name a boulder', 60],
    ],
    goal: ['A rope that is not pink', 600, 30],
  },
  {
    creator: 'papermoth',
    items: [
      ['An insect of your choice, in ink', 45],
      ['An envelope with your address and a moth', 80],
    ],
    goal: null,
  },
  {
    creator: 'smallhours',
    items: [
      ['A gull gets your name', 20],
      ['I fix your favourite bug first', 50],
      ['A lamp in the lighthouse window', 100],
    ],
    goal: ['A month without other work', 2500, 90],
  },
  {
    creator: 'saffron.salt',
    items: [
      ['Ask what is in the pot', 10],
      ['I cook what is in your cupboard', 120],
    ],
    goal: ['My aunt’s copper pan, mended', 800, 35],
  },
  {
    creator: 'coach.amara',
    items: [
      ['A look at your shoes', 15],
      ['Three weeks planned for you', 200],
    ],
    goal: ['Water tables for the corniche', 1000, 45],
  },
  {
    creator: 'thelowriver',
    items: [
      ['A song again, quieter', 15],
      ['The harmonium alone', 25],
      ['Your river in a verse', 150],
    ],
    goal: ['The record on vinyl', 3000, 100],
  },
  {
    creator: 'nightbus',
    items: [
      ['A ticket of line 142', 20],
      ['Tell me where to get off', 35],
    ],
    goal: null,
  },
  {
    creator: 'mei.moves',
    items: [
      ['Ten minutes for your left hip', 30],
      ['A look at your desk', 70],
    ],
    goal: ['A chair without wheels', 700, 25],
  },
]
