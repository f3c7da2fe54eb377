import { useLingui } from '@lingui/react/macro'
import type { FigureKind, FigureRange } from '@vesper/sync/vesper/api/statistics.ts'
import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import { numberFormat } from '../../ui/text/number-format.ts'
import type { FigureSort } from './figure-search.ts'

/** The words of the page, in the language of the user. */
export function useFigureWords() {
  const { t, i18n } = useLingui()
  const columns: Record<FigureSort, string> = {
    ...{ publishedAt: t`Published`, views: t`Views`, likes: t`Likes` },
    ...{ comments: t`Comments`, sales: t`Sales`, tokens: t`Tokens` },
  }
  const kinds: Record<FigureKind, string> = {
    ...{ feed: t`Posts`, gallery: t`Galleries` },
    ...{ video: t`Videos`, product: t`Products` },
  }
  const ranges: Record<FigureRange, string> = {
    ...{ 7: t`Last 7 days`, 28: t`Last 28 days`, 90: t`Last 90 days`, all: t`All time` },
  }
  const sources: Record<ViewSource, string> = {
    ...{ home: t`Home`, explore: t`Explore`, creator: t`Your page`, link: t`Link from outside` },
    ...{ message: t`Messages`, search: t`Search`, other: t`Elsewhere` },
  }
  const number = numberFormat(i18n.locale)
  const percent = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 1 })
  return {
    ...{ columns, kinds, ranges, sources },
    count: (value: number) => number.format(value),
    share: (value: number | null) => (value === null ? '–' : percent.format(value)),
  }
}
