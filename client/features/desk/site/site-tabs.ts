const siteTabs = ['settings', 'pages', 'promos', 'categories', 'mails'] as const

export type SiteTab = (typeof siteTabs)[number]

/** The tab that an address names; the first one unless told. */
export function shownSiteTab(tab: string | undefined): SiteTab {
  return siteTabs.find((one) => one === tab) ?? 'settings'
}
