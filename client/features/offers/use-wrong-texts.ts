import { useLingui } from '@lingui/react/macro'
import { wrongFieldsOf } from './offer-values.ts'
import type { OfferValues, WrongField } from './offer-values.ts'

/** Says of a field what keeps the form from being sent; undefined for a field that is right. */
export function useWrongTexts(values: OfferValues, isNew: boolean): (field: string) => string | undefined {
  const { t } = useLingui()
  const wrong = wrongFieldsOf(values, isNew)
  const texts: Record<WrongField, string> = {
    code: t`Enter a code of 4 to 40 letters, digits and hyphens.`,
    days: t`Enter a whole number from 1 to 90.`,
    percent: t`Enter a whole number from 1 to 99.`,
    terms: t`Choose one length at least.`,
    listId: t`Choose a list.`,
    usesMax: t`Enter a whole number of uses.`,
    endsAt: t`Choose a day in the future.`,
  }
  return (field) => (wrong.has(field as WrongField) ? texts[field as WrongField] : undefined)
}
