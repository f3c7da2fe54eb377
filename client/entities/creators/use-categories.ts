import { useLingui } from '@lingui/react/macro'
import { allCategories, categoryNow } from '@vesper/sync/vesper/api/all-categories.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { categoryWords } from './category-words.ts'
import { wordFor } from './word-for.ts'

type Choice = { code: string; name: string }

/**
 * The categories of the site in the language that is shown. `now`: the category that stands in the place of one. `isOrdered`:
 * the operator has put them in an order.
 */
export function useCategories() {
  const { i18n } = useLingui()
  const known = useUnit($settings)?.categories ?? []
  const all = allCategories(known)
  const now = (code: string) => categoryNow(all, code)
  const nameOf = (code: string) => {
    const word = wordFor(categoryWords, code)
    const label = all.find((one) => one.code === code)?.[i18n.locale === 'ar' ? 'ar' : 'en']
    return label ?? (word ? i18n._(word) : null)
  }
  const choices = (codes: readonly string[]) =>
    codes.flatMap((code): Choice[] => {
      const name = nameOf(code)
      return name === null ? [] : [{ code, name }]
    })
  const offered = all.filter(({ isHidden, mergedInto }) => !isHidden && mergedInto === null).map(({ code }) => code)
  return {
    ...{ now, isOrdered: known.length > 0, offered: choices(offered) },
    /** Hidden ones too that are chosen already. */
    offeredWith: (chosen: readonly string[]) => choices([...new Set([...offered, ...chosen])]),
    /** Each name once; none for a code that this app does not know. */
    namesOf: (codes: readonly string[]) => choices([...new Set(codes.map(now))]).map(({ name }) => name),
  }
}
