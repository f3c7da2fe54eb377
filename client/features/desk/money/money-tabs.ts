const moneyTabs = ['payouts', 'refunds', 'disputes', 'coupons', 'packages'] as const

export type MoneyTab = (typeof moneyTabs)[number]

/** An address of the desk's money. `dispute`: the id of the one that is shown. */
type MoneySearch = { tab?: MoneyTab | undefined; dispute?: string | undefined }

/** The tab that an address names, the first one unless told, and the dispute that is shown in it. */
export function moneySearch({ tab, dispute }: Record<string, unknown>): MoneySearch {
  const isShown = tab === 'disputes' && typeof dispute === 'string' && /^[\da-f-]{36}$/.test(dispute)
  return { tab: moneyTabs.find((one) => one === tab), ...(isShown && { dispute }) }
}
