const moneyTabs = ['payouts', 'refunds', 'coupons', 'packages'] as const

export type MoneyTab = (typeof moneyTabs)[number]

/** The tab that an address names; the first one unless told. */
export function moneySearch({ tab }: Record<string, unknown>): { tab?: MoneyTab | undefined } {
  return { tab: moneyTabs.find((one) => one === tab) }
}
