type EndedStream = {
  creator: string
  /** The video of the world that its recording has become. */
  video: string
  seconds: number
  viewers: number
  lines: readonly (readonly [who: string, text: string])[]
}

/** Streams that are over. One that runs needs somebody before a camera, whom no demo has. */
export const worldStreams: readonly EndedStream[] = [
  {
    ...{ creator: 'creator2', video: 'Shaping a wet dough, slowly', seconds: 2_140, viewers: 14 },
    lines: [
      ['oskarl', 'What does the clock on the wall say where you are?'],
      ['creator2', 'Ten to five. The dough does not know.'],
      ['bea.melo', 'Mine sticks to everything, including the cat'],
      ['creator2', 'Wet the scraper, not the dough. Dry the cat.'],
      ['fan1', 'How wet is this one?'],
      ['creator2', 'Eighty percent. Hold the bowl at an angle and it tells you the rest.'],
      ['jonasw', 'The left thumb!'],
      ['graceo', 'Is that the starter that turned ten?'],
      ['creator2', 'Its daughter. The old one is asleep in the fridge.'],
    ],
  },
  {
    ...{ creator: 'hana.kiln', video: 'One bowl, ninety seconds', seconds: 3_420, viewers: 21 },
    lines: [
      ['mina.r', 'I came for the wobble'],
      ['hana.kiln', 'It comes at about second forty. Then it goes, or the bowl does.'],
      ['fan1', 'Do you ever throw with music on?'],
      ['hana.kiln', 'The wheel is the music. It is in one key.'],
      ['tom.w', 'That rim'],
      ['yuki.s', 'Which clay is this?'],
      ['hana.kiln', 'Iron-rich, from behind the school. They know.'],
      ['fan2', 'There it is. The wobble.'],
      ['hana.kiln', 'It survived. Write down the date.'],
      ['mina.r', 'Seven of eight, then?'],
      ['hana.kiln', 'Ask me after the fifth day.'],
    ],
  },
  {
    ...{ creator: 'saffron.salt', video: 'Onions, from crying to singing', seconds: 2_700, viewers: 17 },
    lines: [
      ['leila.az', 'My grandmother says salt first'],
      ['saffron.salt', 'Mine said salt when they stop arguing. Listen.'],
      ['farahn', 'I can hear it through the phone'],
      ['fan3', 'How brown is brown?'],
      ['saffron.salt', 'The colour of the wooden spoon, not of the pan.'],
      ['jonasw', 'It has gone quiet'],
      ['saffron.salt', 'Now. Take it off now.'],
    ],
  },
  {
    ...{ creator: 'papermoth', video: 'Inking a hawk moth', seconds: 4_080, viewers: 9 },
    lines: [
      ['mina.r', 'Is the pause the tea?'],
      ['papermoth', 'The pause is always the tea.'],
      ['camidiaz', 'How do you keep the line that thin?'],
      ['papermoth', 'I hold my breath for the length of a wing, and no longer.'],
      ['ingridd', 'A moth has just landed on my screen. She approves.'],
      ['papermoth', 'Do not ink around her. That took me two hours.'],
    ],
  },
]
