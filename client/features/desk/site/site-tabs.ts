const siteTabs = ['settings', 'pages', 'promos', 'categories'] as const

export type SiteTab = (typeof siteTabs)[number]

/** The tab that an address names; the first one unless told. */
export function siteSearch({ tab }: Record<string, unknown>): { tab?: SiteTab | undefined } {
  return { tab: siteTabs.find((one) => one === tab) }
}
