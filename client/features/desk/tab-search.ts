/** An address of a desk page with tabs, as it was typed. `dispute`: the id of the one that is shown. */
export type TabSearch = { tab?: string | undefined; dispute?: string | undefined }

/** The page takes the first tab for one that it does not have: each page of the app loads this, and the tabs with the page. */
export function tabSearch({ tab, dispute }: Record<string, unknown>): TabSearch {
  const text = (given: unknown) => (typeof given === 'string' ? given : undefined)
  return { tab: text(tab), dispute: text(dispute) }
}
