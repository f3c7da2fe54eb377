import { constraints } from '../../server/testing/planted-mistakes/constraints.ts'
import { conversations } from '../../server/testing/planted-mistakes/conversations.ts'
import { locks } from '../../server/testing/planted-mistakes/locks.ts'
import type { PlantedMistake } from '../../server/testing/planted-mistakes/planted-mistake.ts'
import { promises } from '../../server/testing/planted-mistakes/promises.ts'
import { queries } from '../../server/testing/planted-mistakes/queries.ts'
import { reach } from '../../server/testing/planted-mistakes/reach.ts'
import { shows } from '../../server/testing/planted-mistakes/shows.ts'

/** Every protection whose loss a test has to notice: Stryker cannot take it away, or mutates no file of it by night. */
export const plantedMistakes: readonly PlantedMistake[] = [
  ...locks,
  ...constraints,
  ...queries,
  ...reach,
  ...promises,
  ...shows,
  ...conversations,
]
