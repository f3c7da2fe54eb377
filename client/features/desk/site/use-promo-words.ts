import { useLingui } from '@lingui/react/macro'

/** The words for states, places and readers of promos. */
export function usePromoWords() {
  const { t } = useLingui()
  return {
    states: { draft: t`Draft`, active: t`Shown`, ended: t`Ended` },
    positions: { home: t`Home`, explore: t`Explore` },
    audiences: { everybody: t`Everybody`, visitors: t`Visitors`, fans: t`Fans`, creators: t`Creators` },
  }
}
