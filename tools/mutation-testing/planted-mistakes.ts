import { constraints } from '../../server/testing/planted-mistakes/constraints.ts'
import { locks } from '../../server/testing/planted-mistakes/locks.ts'
import type { PlantedMistake } from '../../server/testing/planted-mistakes/planted-mistake.ts'
import { queries } from '../../server/testing/planted-mistakes/queries.ts'

/** Every protection that Stryker cannot take away, and whose loss a test has to notice. */
export const plantedMistakes: readonly PlantedMistake[] = [...locks, ...constraints, ...queries]
