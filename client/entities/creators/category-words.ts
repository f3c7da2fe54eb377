import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CATEGORIES } from '@vesper/sync/vesper/records/creator-details.ts'

/** The built-in words for the categories of creators. */
export const categoryWords: Readonly<Record<(typeof CATEGORIES)[number], MessageDescriptor>> = {
  art: msg`Art`,
  beauty: msg`Beauty`,
  books: msg`Books`,
  comedy: msg`Comedy`,
  cooking: msg`Cooking`,
  cosplay: msg`Cosplay`,
  crafts: msg`Crafts`,
  dance: msg`Dance`,
  education: msg`Education`,
  fashion: msg`Fashion`,
  film: msg`Film`,
  fitness: msg`Fitness`,
  games: msg`Games`,
  health: msg`Health`,
  music: msg`Music`,
  nature: msg`Nature`,
  photography: msg`Photography`,
  podcasts: msg`Podcasts`,
  science: msg`Science`,
  sports: msg`Sports`,
  technology: msg`Technology`,
  travel: msg`Travel`,
}
