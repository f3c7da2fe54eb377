import type { SimulationOptions } from './simulation.ts'

/** `overDexie`: where it went wrong over Dexie alone. */
type KeptSeed = { options: SimulationOptions; because: string; overDexie?: true }

/** Seeds that once failed. `npm run sim` prints a line for here when it finds something. */
export const keptSeeds: readonly KeptSeed[] = [
  {
    options: { seed: 84, pokes: false, without: ['stranger', 'travel', 'full', 'upgrade', 'drift', 'ruin', 'months'] },
    because: 'a 401 from before the sign-in parked the outbox for ever',
  },
  {
    options: {
      seed: 13_557,
      pokes: false,
      without: ['stranger', 'travel', 'full', 'upgrade', 'drift', 'ruin', 'months'],
    },
    because: 'of two tabs that sent a file one was refused, and its mutation waited for ever',
  },
  {
    options: {
      seed: 49,
      steps: 250,
      pokes: false,
      without: ['stranger', 'travel', 'full', 'upgrade', 'drift', 'ruin', 'months'],
    },
    because: 'the same, in a longer run',
  },
  {
    options: {
      seed: 3138,
      steps: 41,
      without: ['freeze', 'sign-out', 'epoch', 'decide', 'background', 'upgrade', 'drift', 'ruin', 'months'],
    },
    because: 'what a copy had sent was forgotten, and applied again from a copy of that copy',
  },
  {
    options: { seed: 472, steps: 55, without: ['sign-out', 'epoch', 'upgrade', 'drift', 'ruin', 'months'] },
    because: 'a full device kept a row of a past that the server had lost',
  },
  {
    options: {
      seed: 1777,
      steps: 48,
      without: [
        'kill',
        'freeze',
        'thaw',
        'sign-out',
        'epoch',
        'decide',
        'background',
        'full',
        'upgrade',
        'drift',
        'ruin',
        'months',
      ],
    },
    because: 'of two restores the second brought a past in which the run after the first had never been',
  },
  {
    options: {
      seed: 1_302,
      steps: 9,
      without: ['kill', 'freeze', 'thaw', 'sign-out', 'sign-in', 'membership', 'epoch', 'stranger', 'drift', 'months'],
    },
    because: 'what a full disk had kept from coming back came after what was queued next',
  },
  {
    options: { seed: 4_645, steps: 51, without: ['epoch', 'drift', 'months'] },
    because: 'what was back out of the second place went out a month later, when its outcome was forgotten',
  },
  {
    options: { seed: 30, steps: 22, without: ['freeze', 'sign-in', 'background', 'drift', 'months'] },
    overDexie: true,
    because:
      'a full disk refused the first thing of a poke, and what was asked after it threw at what went on beside it',
  },
]
