const moneyTabs = ['payouts', 'refunds', 'disputes', 'coupons', 'packages'] as const

export type MoneyTab = (typeof moneyTabs)[number]

/** The tab that an address names, the first one unless told, and the dispute that is shown in it. */
export function shownMoney({ tab, dispute }: { tab?: string | undefined; dispute?: string | undefined }): {
  tab: MoneyTab
  dispute?: string | undefined
} {
  const shown = moneyTabs.find((one) => one === tab) ?? 'payouts'
  return { tab: shown, ...(shown === 'disputes' && /^[\da-f-]{36}$/.test(dispute ?? '') && { dispute }) }
}
